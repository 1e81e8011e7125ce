import { expect, test } from 'vitest'
import { foldedWords, foldText, foldUnit } from './fold-text.ts'

test.each([
  ['Łukasz Żółć', 'lukasz zolc'],
  ['Țepeș', 'tepes'],
  ['Nguyễn Văn Ánh', 'nguyen van anh'],
  ['Søren Đặng', 'soren dang'],
  ['STRAßE', 'strasse'],
  ['Yıldız', 'yildiz'],
  ['İpek', 'ipek'],
  ['Æsa Œuvre', 'aesa oeuvre'],
  ['Lab\u00a0 no\u200b', 'lab no'],
  ['\ufeffLab\r\nno ', 'lab no'],
  ['Jose\u0301', 'jose'],
  ['ＰＳＡ', 'psa'],
  ['', ''],
])('%j is compared as %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
  expect(foldText(folded)).toBe(folded)
})

test.each(['μg/L', 'µg/L', 'ug / l', 'UG/L', '\u00b5g\u00a0/\u200bL'])('%j is one unit', (unit) => {
  expect(foldUnit(unit)).toBe('ug/l')
})

test('a capital sharp s and a micro sign fold as their small ones', () => {
  expect(foldText('GROẞ')).toBe('gross')
  expect(foldText('µ')).toBe(foldText('μ'))
})

test('the words of a name are parted by its signs', () => {
  expect(foldedWords('O’Brien-Świątek, J.')).toEqual(['o', 'brien', 'swiatek', 'j'])
})
