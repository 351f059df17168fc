/** Whether this is the static site, which has no server behind it. */
export const SITE = import.meta.env.MODE === 'site'
