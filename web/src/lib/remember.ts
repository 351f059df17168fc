/** Remember something small on this device. Where there is no room for it, or none is allowed, it ends with the page. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // what is needed to play is kept elsewhere
  }
}
