import fc from 'fast-check'
import { expect, test } from 'vitest'
import { observe } from '#shared/proofs/observe-log.ts'
import { headOf, type Witnessed } from '#shared/proofs/witness-state.ts'
import { signer, TestLog } from './support/test-log.ts'

/** A witness, and the honest log that it follows. */
class Scene {
  readonly log = new TestLog(['event 0'])
  kept: Witnessed | undefined
  keys = 1

  /** The size of the tree that the witness has stored. */
  get size(): number {
    return headOf(this.kept?.newest as string).size
  }

  async visit(shown: TestLog): Promise<string> {
    const seen = await observe(this.kept, shown, 0)
    if ('witnessed' in seen) this.kept = seen.witnessed
    return seen.outcome === 'alarm' ? seen.reason : seen.outcome
  }
}

type Step = (scene: Scene) => Promise<void>

const grow = fc.integer({ min: 1, max: 20 }).map(
  (count): Step =>
    async (scene) => {
      for (let added = 0; added < count; added += 1) {
        scene.log.append(`event ${scene.log.entries.length}`)
      }
      expect(await scene.visit(scene.log)).toBe('accepted')
    },
)

const rotate = fc.constant<Step>(async (scene) => {
  scene.keys += 1
  scene.log.rotate(signer(scene.keys))
  expect(await scene.visit(scene.log)).toBe('unchanged')
})

/** A server or a cache whose checkpoint is outdated. */
const lag = fc.nat(30).map(
  (back): Step =>
    async (scene) => {
      const size = Math.max(0, scene.size - back)
      const lagging = Object.assign(scene.log.copy(), { note: () => scene.log.note(size) })
      expect(await scene.visit(lagging)).toBe(back === 0 ? 'unchanged' : 'older')
    },
)

/** A history, signed by the same keys, in which an event that the witness saw was replaced. */
const fork = fc.tuple(fc.nat(60), fc.nat(80)).map(
  ([place, length]): Step =>
    async (scene) => {
      const { size } = scene
      const forked = scene.log.copy()
      forked.entries = forked.entries.slice(0, length + 1)
      while (forked.entries.length <= length) forked.append(`fork ${forked.entries.length}`)
      forked.entries[place % Math.min(size, length + 1)] = Uint8Array.of(0)
      // If it is shorter, it cannot prove anything yet.
      const expected = length + 1 > size ? 'inconsistent' : 'unproven'
      expect(await scene.visit(forked)).toBe(length + 1 === size ? 'fork' : expected)
    },
)

test('a witness follows an honest log, and accepts no rewritten history', async () => {
  const steps = fc.array(fc.oneof(grow, rotate, lag, fork), { minLength: 1, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(steps, async (each) => {
      const scene = new Scene()
      await scene.visit(scene.log)
      for (const step of each) await step(scene)
    }),
    { numRuns: 100 },
  )
})
