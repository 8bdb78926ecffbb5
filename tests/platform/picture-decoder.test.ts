import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openPictureDecoder } from '#server/platform/pictures/picture-decoder.ts'
import { photo } from '#tests/api/support/pictures.ts'

const HANGING = fileURLToPath(new URL('./hanging-decoder.ts', import.meta.url))

/** Decoders that treat their images, one after the other, as the test specifies. */
function decoding(...acts: ('hang' | 'crash' | 'stop')[]) {
  const children: ChildProcess[] = []
  const start = () => {
    const child = fork(HANGING, acts.slice(children.length), { serialization: 'advanced' })
    children.push(child)
    return child
  }
  return { decoder: openPictureDecoder({ msMax: 5_000, idleMsMax: 500 }, start), children }
}

it('an image whose decoder hangs or crashes is decoded by another', async () => {
  const { content } = await photo()
  for (const act of ['hang', 'crash'] as const) {
    const { decoder, children } = decoding(act)
    expect(await decoder.decode(content)).toMatchObject({ perceptualHash: expect.any(BigInt) })
    expect(children).toHaveLength(2)
  }
})

it('an image that crashes every decoder is broken, and the next one is decoded', async () => {
  const { content } = await photo()
  const { decoder } = decoding('crash', 'crash')
  expect(await decoder.decode(content)).toBe('broken')
  expect(await decoder.decode(content)).toHaveProperty('perceptualHash')
})

it('a decoder that cannot start is a fault, not a broken image', async () => {
  const { content } = await photo()
  const { decoder } = decoding('stop')
  await expect(decoder.decode(content)).rejects.toThrow('does not start')
  expect(await decoder.decode(content)).toHaveProperty('perceptualHash')
})

it('one process decodes several images, and ends when it is not needed', async () => {
  const { content } = await photo()
  const { decoder, children } = decoding()
  await decoder.decode(content)
  await decoder.decode(content)
  const [child] = children
  expect(children).toHaveLength(1)
  if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(await decoder.decode(content)).toHaveProperty('perceptualHash')
})
