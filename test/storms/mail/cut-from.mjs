import { registerHooks } from 'node:module'

/**
 * Loads the module at `path` with `left` in place of `cut`; throws when it does not contain
 * `cut`.
 */
export function cutFrom(path, cut, left) {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.endsWith(path)) return loaded
      const source = String(loaded.source)
      if (!source.includes(cut)) throw new Error(`${url} has no ${cut}`)
      return { ...loaded, source: source.replace(cut, left) }
    },
  })
}
