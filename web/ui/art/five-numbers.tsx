import styles from './five-numbers.module.css'
import alcohol from './number-alcohol.svg'
import exercise from './number-exercise.svg'
import fruit from './number-fruit.svg'
import pressure from './number-pressure.svg'
import waist from './number-waist.svg'

const NUMBERS = [
  { picture: waist, number: '37', of: 'inches of waist: stay below it' },
  { picture: pressure, number: '120/80', of: 'blood pressure: healthy for most' },
  { picture: exercise, number: '150', of: 'minutes of exercise a week' },
  { picture: alcohol, number: '14', of: 'units of alcohol a week, or fewer' },
  { picture: fruit, number: '5', of: 'portions of fruit and vegetables a day' },
]

export function FiveNumbers() {
  return (
    <ul className={styles.numbers}>
      {NUMBERS.map(({ picture, number, of }) => (
        <li key={number}>
          <img src={picture} width={200} height={150} loading="lazy" alt="" />
          <b>{number}</b> {of}
        </li>
      ))}
    </ul>
  )
}
