import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Batcher, LogBusy } from '#server/events/batcher.ts'
import type { GroupResults } from '#server/events/group-append.ts'
import type { PreparedCommand } from '#server/events/prepared-command.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A database that responds only when the test lets it. */
function stuckSender() {
  const answered = Promise.withResolvers<GroupResults>()
  return { append: () => answered.promise, respond: answered.resolve }
}

function command(stream: string): PreparedCommand {
  return { command: { stream, key: randomUUID() } } as PreparedCommand
}

test('a command that waits too long for its turn is refused, unless it was already sent', async () => {
  const sender = stuckSender()
  const batcher = new Batcher([sender])
  const sent = command('counting-1')
  const sending = batcher.submit(sent)
  await vi.advanceTimersByTimeAsync(1)
  const waiting = expect(batcher.submit(command('counting-2'))).rejects.toThrow(LogBusy)
  await vi.advanceTimersByTimeAsync(5_000)
  await waiting
  sender.respond(new Map([[sent, { outcome: 'ok', position: 1n, version: 1 }]]))
  expect(await sending).toMatchObject({ outcome: 'ok' })
})

test('a command is refused at once if the queue is full', async () => {
  const batcher = new Batcher([stuckSender()])
  const waiting = Array.from({ length: 4_096 }, (_, at) =>
    batcher.submit(command(`counting-${at}`)),
  )
  void Promise.allSettled(waiting)
  await expect(batcher.submit(command('counting-last'))).rejects.toThrow(LogBusy)
})
