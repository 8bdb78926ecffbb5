import { expect, test } from 'vitest'
import { readArguments } from '#scripts/command-line.ts'
import { DRILL_LINE, type DrillTakes, readDrillOptions } from '#scripts/drill/drill-options.ts'

const read = (args: readonly string[], takes: DrillTakes) =>
  readDrillOptions(readArguments(DRILL_LINE, ['fleet', ...args]), takes)

test('a drill causes the given number of faults, or the default number', () => {
  const takes = { times: 100 }
  expect(read([], takes).times).toBe(100)
  expect(read(['--times', '7'], takes).times).toBe(7)
})

test.each([
  [['--times', '0'], '--times must be a whole number from 1 to 1000, not "0".'],
  [['--times', 'often'], '--times must be a whole number from 1 to 1000, not "often".'],
  [['--postgres', '/nowhere'], 'The drill "fleet" takes no --postgres.'],
  [['--kills', '3'], "Unknown option '--kills'."],
  [['20'], '"20" is one argument too many.'],
])('%j is refused with a hint on what to write instead', (args, message) => {
  expect(() => read(args, { times: 100 })).toThrow(`${message}\nUsage: ${DRILL_LINE.usage}`)
})

test('a folder without PostgreSQL is refused', () => {
  const args = ['--postgres', import.meta.dirname]
  expect(() => read(args, { postgres: true })).toThrow('with initdb')
})
