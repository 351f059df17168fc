// Just enough Markdown for a rulebook: headings, paragraphs, lists, tables, bold, italic, code. It gives a tree and never
// HTML, so that nothing in a text can become an element of its own.
export type Span = { style: 'plain' | 'bold' | 'italic' | 'code'; text: string }
export type Block =
  | { kind: 'heading'; level: number; id: string | undefined; spans: Span[] }
  | { kind: 'paragraph'; id: string | undefined; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }
  | { kind: 'code'; text: string }

const HEADING = /^(#{1,6})\s+(.*)$/
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/
const ROW = /^\s*\|.*\|\s*$/
const FENCE = /^\s*```/

/** A number of a clause that begins a text: refusals lead there. */
const clause = (text: string): string | undefined => /^(?:\*\*)?([A-Z]\d+(?:\.\d+)*)\b/.exec(text)?.[1]

export function blocks(markdown: string): Block[] {
  const lines = markdown.replaceAll('\r', '').split('\n')
  const found: Block[] = []
  /** Lines from here on for which something holds. */
  const take = (from: number, holds: (line: string) => boolean): string[] => {
    const end = lines.findIndex((line, i) => i >= from && !holds(line))
    return lines.slice(from, end < 0 ? lines.length : end)
  }
  const begins = (line: string) => !line.trim() || clause(line) !== undefined || HEADING.test(line) || ITEM.test(line) || ROW.test(line) || FENCE.test(line)
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!
    const heading = HEADING.exec(line)
    if (!line.trim()) at += 1
    else if (heading) {
      const [, marks = '', text = ''] = heading
      found.push({ kind: 'heading', level: marks.length, id: clause(text), spans: spans(text) })
      at += 1
    } else if (FENCE.test(line)) {
      const code = take(at + 1, (each) => !FENCE.test(each))
      found.push({ kind: 'code', text: code.join('\n') })
      at += code.length + 2
    } else if (ROW.test(line)) {
      const rows = take(at, (each) => ROW.test(each))
      const cells = (row: string) => row.trim().replace(/^\||\|$/g, '').split('|').map((cell) => spans(cell.trim()))
      const [head = '', ...body] = rows.filter((row) => !/^[\s|:-]+$/.test(row))
      found.push({ kind: 'table', head: cells(head), rows: body.map(cells) })
      at += rows.length
    } else if (ITEM.test(line)) {
      const rows = take(at, (each) => ITEM.test(each) || (/^\s+\S/.test(each) && !FENCE.test(each)))
      const items: string[] = []
      for (const row of rows) {
        if (ITEM.test(row)) items.push(row.replace(ITEM, ''))
        else items[items.length - 1] += ` ${row.trim()}`
      }
      found.push({ kind: 'list', ordered: /^\s*\d/.test(line), items: items.map(spans) })
      at += rows.length
    } else {
      const rows = [line, ...take(at + 1, (each) => !begins(each))]
      const text = rows.map((row) => row.trim()).join(' ')
      found.push({ kind: 'paragraph', id: clause(text), spans: spans(text) })
      at += rows.length
    }
  }
  return found
}

/** A text by its styles; a link is its words. */
export function spans(text: string): Span[] {
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return plain
    .split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/)
    .filter(Boolean)
    .map((part): Span => {
      if (/^\*\*.+\*\*$/.test(part)) return { style: 'bold', text: part.slice(2, -2) }
      if (/^`.+`$/.test(part)) return { style: 'code', text: part.slice(1, -1) }
      if (/^\*.+\*$/.test(part)) return { style: 'italic', text: part.slice(1, -1) }
      return { style: 'plain', text: part }
    })
}
