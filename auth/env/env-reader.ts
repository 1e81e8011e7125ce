import { parseDuration } from '../duration.ts'
import type { AuthSettings } from '../settings.ts'

export type Source = Record<string, string | undefined>

export type Problem = { key: string; message: string }

const MAX_INTEGER = 999_999_999

export type Reader = ReturnType<typeof createEnvReader>

/** Reads settings by the reference server's names and collects problems. */
export function createEnvReader(source: Source) {
  const problems: Problem[] = []
  const readNames = new Set<string>()
  const addProblem = (name: string, message: string) =>
    problems.push({ key: `GOTRUE_${name}`, message })
  const text = (name: string) => {
    readNames.add(`GOTRUE_${name}`)
    return source[`GOTRUE_${name}`]?.trim() ?? ''
  }

  return {
    addProblem,
    problems,
    text,
    /** `fallback` is a name without prefix. */
    url(name: string, { fallback = '', isOptional = false, form = /./ } = {}): string {
      const value = text(name) || source[fallback]?.trim() || ''
      const key = text(name) || !fallback ? `GOTRUE_${name}` : fallback
      if (!value && isOptional) return ''
      if (!value) problems.push({ key, message: 'is missing' })
      else if (!URL.canParse(value) || !form.test(value))
        problems.push({ key, message: 'must be an address' })
      return value
    },
    list: (name: string) =>
      text(name)
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    /** 'one=1,two=2' as an object; numbers without '+'. */
    pairs(name: string): Record<string, string> {
      const parts = text(name).split(',').filter(Boolean)
      const read = parts.map((part) => /^\s*\+?(\d+)\s*[=:]\s*(\d{6})\s*$/.exec(part))
      if (read.includes(null)) addProblem(name, 'must be pairs of number=code, with commas between')
      return Object.fromEntries(read.map((item) => [item?.[1] ?? '', item?.[2] ?? '']))
    },
    integer(
      name: string,
      min: number,
      { fallback = '', max = MAX_INTEGER }: { fallback?: string; max?: number } = {},
    ): number | undefined {
      const value = text(name) || source[fallback]?.trim() || ''
      if (!value) return undefined
      if (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max)
        return Number(value)
      const key = text(name) ? `GOTRUE_${name}` : fallback
      const range = max === MAX_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
      problems.push({ key, message: `must be a whole number ${range}` })
      return undefined
    },
    boolean(name: string): boolean | undefined {
      const value = text(name)
      if (!value) return undefined
      if (/^(1|t|true)$/i.test(value)) return true
      if (!/^(0|f|false)$/i.test(value)) addProblem(name, 'must be true or false')
      return false
    },
    duration(name: string): number | undefined {
      const value = text(name)
      if (!value) return undefined
      const seconds = /^\d{1,9}$/.test(value) ? Number(value) : parseDuration(value)
      if (seconds !== null) return seconds
      addProblem(name, 'must be a duration such as 60s')
      return undefined
    },
    names: (pattern: RegExp) =>
      Object.keys(source)
        .filter((name) => name.startsWith('GOTRUE_'))
        .flatMap((name) => pattern.exec(name.slice('GOTRUE_'.length))?.[1] ?? []),
    /** Throws all problems; returns the names that are set but were not read. */
    finish(): string[] {
      if (problems.length > 0)
        throw new Error(problems.map(({ key, message }) => `${key} ${message}`).join('\n'))
      return Object.keys(source).filter(
        (name) => name.startsWith('GOTRUE_') && !readNames.has(name),
      )
    },
  }
}

export function ifSet<K extends keyof AuthSettings>(
  key: K,
  value: AuthSettings[K] | undefined,
): Partial<AuthSettings> {
  return value === undefined ? {} : { [key]: value }
}
