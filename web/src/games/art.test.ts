import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const files = import.meta.glob<string>(['../art/*.svg', './*/art/*.svg', './*/picture.svg'], { query: '?raw', import: 'default', eager: true })
const palette = readFileSync(new URL(`../art/palette.css`, import.meta.url), 'utf8')

describe.each(Object.entries(files))('%s', (path, svg) => {
  it('has the size of its kind', () => {
    const picture = path.endsWith('/picture.svg')
    expect(svg).toContain(picture ? 'viewBox="0 0 96 64"' : 'viewBox="0 0 64 64"')
    expect(svg.length).toBeLessThan(picture ? 6000 : 2600)
  })

  it('stands alone: nothing that runs, is fetched or could clash on a page', () => {
    expect(svg).not.toMatch(/<script|<style|href|url\(|\sid=|\son\w+=|data:/)
    expect(svg.match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg'])
  })

  it('takes every colour from the palette', () => {
    const bare = svg.replace(/var\(--(\w+),(#[0-9a-f]{6})\)/g, (_, name: string, fallback: string) => {
      expect(palette).toMatch(new RegExp(`--${name}:\\s*${fallback}`))
      return ''
    })
    expect(bare).not.toMatch(/#[0-9a-f]{3}|rgb/i)
  })
})
