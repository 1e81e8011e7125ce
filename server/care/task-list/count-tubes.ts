import { spokenName } from '../../../domain/latin-names.ts'
import type { FailsafeSheet, TubeStep } from '../../../domain/office/loop-schemas.ts'
import { nameIn } from '../../members/latin-columns.ts'
import type { SampleOfDay } from '../../venue/check-in/unresolved.queries.ts'

type Counted = Pick<FailsafeSheet, 'tubes' | 'tubes_behind'>

/**
 * The tubes of the day at each step: taken, on the newest form, at the laboratory, with a result.
 * Without a form, which is only counted, nothing is behind by it.
 */
export function countTubeSteps(
  samples: readonly SampleOfDay[],
  form: { tubes: number; madeAt: Date } | null,
): Counted {
  const isOnForm = ({ recordedAt }: SampleOfDay) => form === null || recordedAt <= form.madeAt
  const behind = samples.map((sample) => ({
    sample,
    lacks: stepsLackedBy(sample, isOnForm(sample)),
  }))
  return {
    tubes: {
      taken: samples.length,
      on_form: form?.tubes ?? null,
      received: samples.filter(({ isReceived }) => isReceived).length,
      with_result: samples.filter(({ hasResult }) => hasResult).length,
    },
    tubes_behind: behind
      .filter(({ lacks }) => lacks.length > 0)
      .map(({ sample, lacks }) => ({
        tube: sample.tube,
        name: spokenName(nameIn(sample)),
        lacks,
      })),
  }
}

function stepsLackedBy({ isReceived, hasResult }: SampleOfDay, isOnForm: boolean): TubeStep[] {
  const has: Record<TubeStep, boolean> = {
    form: isOnForm,
    laboratory: isReceived || hasResult,
    result: hasResult,
  }
  return (Object.keys(has) as TubeStep[]).filter((step) => !has[step])
}

/** Not every tube that was taken is on the form, at the laboratory and has its result. */
export function doTubesDiffer({ tubes, tubes_behind: behind }: Counted): boolean {
  return behind.length > 0 || (tubes.on_form !== null && tubes.on_form !== tubes.taken)
}
