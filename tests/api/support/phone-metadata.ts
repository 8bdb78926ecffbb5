const MAKE = 'Secret Camera\0'

/**
 * The part of a JPEG with the orientation, the model and the location of the camera.
 *
 * Source: Exif 2.32, section 4.6
 */
export function phoneMetadata(): Buffer {
  const [main, make, place, latitude] = [8, 50, 64, 82]
  const tiff = Buffer.alloc(latitude + 24)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(main, 4)
  writeTags(tiff, main, [
    { tag: 0x010f, type: 2, count: MAKE.length, value: make },
    { tag: 0x0112, type: 3, count: 1, value: 6 },
    { tag: 0x8825, type: 4, count: 1, value: place },
  ])
  tiff.write(MAKE, make, 'latin1')
  writeTags(tiff, place, [{ tag: 0x0002, type: 5, count: 3, value: latitude }])
  const degreesMinutesSeconds = [51, 1, 30, 1, 0, 1]
  for (const [at, part] of degreesMinutesSeconds.entries()) {
    tiff.writeUInt32LE(part, latitude + 4 * at)
  }
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

interface Tag {
  readonly tag: number
  readonly type: number
  readonly count: number
  readonly value: number
}

function writeTags(tiff: Buffer, at: number, tags: readonly Tag[]): void {
  tiff.writeUInt16LE(tags.length, at)
  tags.forEach(({ tag, type, count, value }, index) => {
    const entry = at + 2 + 12 * index
    tiff.writeUInt16LE(tag, entry)
    tiff.writeUInt16LE(type, entry + 2)
    tiff.writeUInt32LE(count, entry + 4)
    tiff.writeUInt32LE(value, entry + 8)
  })
}
