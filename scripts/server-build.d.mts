type Place = { folder?: string; root?: string }

export declare const SERVER_BUILD: string
export function recordSources(files: readonly string[], place?: Place): void
export function isServerBuilt(place?: Place): boolean
