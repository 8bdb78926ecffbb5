import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { QuestionGuard } from '#pwa/features/support/question-guard.ts'

const QUESTION = 'What is the status of my deposit?'
const OTHER = 'How do I verify my account?'

describe('a question of Quick Help', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is sent once for a double click', async () => {
    const { ask, send } = setUp()
    ask(QUESTION)
    await vi.advanceTimersByTimeAsync(300)
    ask(QUESTION)
    expect(send.mock.calls).toEqual([[QUESTION]])
  })

  it('is not sent again while it is being handed over, however long that takes', async () => {
    const { ask, send } = setUp()
    const handOver = Promise.withResolvers<boolean>()
    send.mockImplementation(() => handOver.promise)
    ask(QUESTION)
    await vi.advanceTimersByTimeAsync(60_000)
    ask(QUESTION)
    expect(send).toHaveBeenCalledOnce()
    handOver.resolve(true)
  })

  it.each(['waiting', 'sending', 'unknown'] as const)(
    'is not sent again while it is on its way (%s)',
    (state) => {
      const { ask, send } = setUp()
      ask(QUESTION, [{ text: QUESTION, state }])
      expect(send).not.toHaveBeenCalled()
    },
  )

  it('can be asked again later, and after it was refused', async () => {
    const { ask, send } = setUp()
    ask(QUESTION)
    await vi.advanceTimersByTimeAsync(5_000)
    ask(QUESTION, [{ text: QUESTION, state: 'refused' }])
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('does not hold back another one', () => {
    const { ask, send } = setUp()
    ask(QUESTION)
    ask(OTHER, [{ text: QUESTION, state: 'sending' }])
    expect(send.mock.calls).toEqual([[QUESTION], [OTHER]])
  })

  it('can be asked again at once if it could not be sent', async () => {
    const { ask, send } = setUp()
    send.mockResolvedValueOnce(false)
    ask(QUESTION)
    await vi.advanceTimersByTimeAsync(0)
    ask(QUESTION)
    expect(send).toHaveBeenCalledTimes(2)
  })
})

function setUp() {
  const guard = new QuestionGuard()
  const send = vi.fn(async (_question: string) => true)
  const ask = (question: string, unsent: Parameters<typeof guard.ask>[1] = []) =>
    void guard.ask(question, unsent, send)
  return { ask, send }
}
