import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '#server/platform/csv.ts'

test('cells with commas, quotes and line breaks are quoted', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\r\ng', ''])).toBe('a,"b,c","d""e","f\r\ng",\r\n')
})

test('formulas are escaped as text, and numbers stay numbers', () => {
  expect(csvLine(['=1+1', '+1', '-cmd', '@SUM(A1)', '\tx'])).toBe(
    "'=1+1,'+1,'-cmd,'@SUM(A1),'\tx\r\n",
  )
  expect(csvLine([' =1+1', '\u200B=1', '＝1+1', '\n=1'])).toBe(
    `' =1+1,'\u200B=1,'＝1+1,"'\n'=1"\r\n`,
  )
  expect(csvLine(['-0.5', '12', '2026-01-01T00:00:00.000+01:00'])).toBe(
    '-0.5,12,2026-01-01T00:00:00.000+01:00\r\n',
  )
})

test('any cells survive a round trip, and none starts like a formula', () => {
  const texts = fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(texts, (cells) => {
      const read = readLine(csvLine(cells))
      expect(read).toHaveLength(cells.length)
      read.forEach((cell, index) => {
        expect(cell.replaceAll("'", '')).toBe(cells[index]?.replaceAll("'", ''))
        if (!/[;\t\r\n]\s*["\u200B\s]*[=+\-@＝＋－＠]/.test(cells[index] ?? '')) {
          expect(cell === cells[index] || cell === `'${cells[index]}`).toBe(true)
        }
        if (!/^-?\d/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      })
    }),
  )
})

test('no text becomes a formula when semicolons or tabs separate cells', () => {
  expect(csvLine(['hello;=1+1', 'a\t@SUM(A1)', 'b\n\n-cmd', 'c;"=1'])).toBe(
    `"hello;'=1+1",a\t'@SUM(A1),"b\n\n'-cmd","c;""'=1"\r\n`,
  )
  const parts = fc.array(fc.constantFrom(';', '\t', '\n', '"', ' ', '=1', '+', '-', '@', 'a', ','))
  fc.assert(
    fc.property(fc.array(parts, { minLength: 1, maxLength: 4 }), (cells) => {
      const line = csvLine(['x', ...cells.map((each) => each.join(''))])
      for (const piece of line.split(/[;\t\r\n]/)) expect(piece).not.toMatch(/^[\s"]*[=+\-@]/)
    }),
  )
})

/** Parses one line by the grammar of RFC 4180. */
function readLine(text: string): string[] {
  const cells: string[] = []
  let rest = text
  while (true) {
    const [whole, quoted, plain] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n$)/.exec(rest) ?? [
      '',
    ]
    if (whole === '') throw new Error(`not CSV: ${JSON.stringify(rest)}`)
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    rest = rest.slice(whole.length)
    if (whole.endsWith('\r\n') && rest === '') return cells
  }
}
