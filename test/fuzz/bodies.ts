import fc from 'fast-check'
import type { Body, Mutation } from './request.ts'
import { fuzzJson, fuzzKey, fuzzText } from './values.ts'

export function mutatedBodies({ right, fields, edges }: Body): fc.WeightedArbitrary<Mutation>[] {
  // Mostly a field of this body, sometimes a field of another.
  const fieldOf = (value: object) => {
    const own = Object.keys(value)
    return fc.oneof(
      { arbitrary: own.length > 0 ? fc.constantFrom(...own) : fuzzKey(), weight: 3 },
      { arbitrary: fields.length > 0 ? fc.constantFrom(...fields) : fuzzKey(), weight: 1 },
    )
  }
  const edgeOf = (field: string) => (Object.hasOwn(edges, field) && edges[field]) || fuzzText
  const withMutated = (newValueOf: (field: string) => fc.Arbitrary<unknown>, most = 1) =>
    right.chain((value) =>
      fc
        .uniqueArray(fieldOf(value), { minLength: 1, maxLength: most })
        .chain((names) =>
          fc.record(Object.fromEntries(names.map((name) => [name, newValueOf(name)]))),
        )
        .map((changed) => json({ ...value, ...changed })),
    )
  const body = (
    kind: string,
    payload: fc.Arbitrary<string | undefined>,
    headers?: Record<string, string>,
  ) =>
    payload.map(
      (text): Mutation => ({
        kind,
        change: {
          payload: text,
          ...(headers && { headers: { 'sec-fetch-site': 'same-origin', ...headers } }),
        },
      }),
    )
  const json = (value: unknown) => JSON.stringify(value)
  const types = fc.constantFrom(
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=a',
    'application/json; charset=utf-16',
    '',
    'APPLICATION/JSON;;',
    'application/xml',
  )
  return [
    {
      arbitrary: body(
        'field',
        withMutated(() => fuzzJson),
      ),
      weight: 8,
    },
    {
      arbitrary: body('edge', withMutated(edgeOf, 3)),
      weight: 6,
    },
    {
      arbitrary: body(
        'text',
        withMutated(() => fuzzText),
      ),
      weight: 6,
    },
    {
      arbitrary: body(
        'missing',
        withMutated(() => fc.constant(undefined)),
      ),
      weight: 2,
    },
    {
      arbitrary: body(
        'more',
        fc.tuple(right, fuzzKey(), fuzzJson).map(([value, key, extra]) =>
          // As text, because an object literal cannot have an own '__proto__' key.
          `{${json(key)}:${json(extra)},${json(value).slice(1)}`.replace(/,\}$/, '}'),
        ),
      ),
      weight: 2,
    },
    { arbitrary: body('whole body', fuzzJson.map(json)), weight: 2 },
    { arbitrary: body('no body', fc.constant(undefined)), weight: 1 },
    {
      arbitrary: body(
        'broken JSON',
        fc.tuple(right, fc.nat(200)).map(([value, end]) => json(value).slice(0, end)),
      ),
      weight: 2,
    },
    { arbitrary: body('no JSON', fuzzText), weight: 1 },
    {
      arbitrary: body(
        'deep',
        fc
          .tuple(fc.integer({ min: 1_000, max: 30_000 }), fc.constantFrom('[', '{"a":', '[[],'))
          .map(([depth, open]) => open.repeat(depth).slice(0, 60_000)),
      ),
      weight: 1,
    },
    {
      arbitrary: body(
        'too long',
        withMutated(() =>
          fc.integer({ min: 65_536, max: 80_000 }).map((length) => 'a'.repeat(length)),
        ),
      ),
      weight: 1,
    },
    {
      arbitrary: types.chain((type) =>
        body('content type', right.map(json), { 'content-type': type }),
      ),
      weight: 1,
    },
  ]
}
