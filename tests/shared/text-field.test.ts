import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { textField } from '#shared/contract/fields.ts'

const ZERO_WIDTH_SPACE = '\u200b'
const HANGUL_FILLER = '\u3164'
const BLANK_BRAILLE = '\u2800'
const SOFT_HYPHEN = '\u00ad'
const HEART = '\u2764\ufe0f'

describe('a text', () => {
  it.each([' ', ZERO_WIDTH_SPACE, HANGUL_FILLER, BLANK_BRAILLE, ` ${SOFT_HYPHEN}\n`])(
    'that shows nothing counts as empty: %j',
    (text) => {
      expect(z.safeParse(textField(10), text).success).toBe(false)
      expect(z.parse(textField(10, 0), text)).toBe('')
    },
  )

  it.each([
    [' Looks forged ', 'Looks forged'],
    [HEART, HEART],
    [
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    ],
  ])('that shows something keeps its letters: %j', (text, kept) => {
    expect(z.parse(textField(20), text)).toBe(kept)
  })
})
