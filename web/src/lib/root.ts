// Where the client lies: built, its scripts are in `assets` beside the pages, under whatever path it is served.
export const root = import.meta.env.DEV ? '' : new URL('..', import.meta.url).pathname.replace(/\/$/, '')

/** The address of a page or of the interface, from its path. */
export const at = (path: string): string => root + path
