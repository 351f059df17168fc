/** Raw SVG by path ('./shoe.svg'), as Vite's glob gives it, made into a look-up by the name of the drawing. */
export function drawings(files: Record<string, string>): (name: string) => string {
  const byName = new Map(Object.entries(files).map(([path, svg]) => [path.replace(/^.*\/|\.svg$/g, ''), svg]))
  return (name) => byName.get(name) ?? ''
}
