import { expect, test } from 'vitest'
import { readDrillOptions } from '#scripts/drill/drill-options.ts'

test('a drill breaks things as often as it is told, or as usual', () => {
  const takes = { times: 100 }
  expect(readDrillOptions('fleet', [], takes).times).toBe(100)
  expect(readDrillOptions('fleet', ['--times', '7'], takes).times).toBe(7)
})

test.each([
  [['--times', '0'], '--times must be a whole number from 1 to 1000, not "0".'],
  [['--times', 'often'], '--times must be a whole number from 1 to 1000, not "often".'],
  [['--postgres', '/nowhere'], 'The drill "fleet" takes no --postgres.'],
  [['--kills', '3'], "Unknown option '--kills'."],
  [['20'], 'Unexpected argument'],
])('%j is refused with what to write instead', (args, message) => {
  expect(() => readDrillOptions('fleet', args, { times: 100 })).toThrow(message)
})

test('a folder without PostgreSQL is refused', () => {
  const args = ['--postgres', import.meta.dirname]
  expect(() => readDrillOptions('failover', args, { postgres: true })).toThrow('with initdb')
})
