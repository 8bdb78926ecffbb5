import { describe, expect, it } from 'vitest'
import { creditBandOf } from '#shared/rules/credit-score.ts'
import { centreSquare, PICTURE_BYTES_MAX, pictureProblem } from '#shared/rules/profile-picture.ts'

describe('a credit score', () => {
  it.each([
    [850, 'Excellent'],
    [680, 'Excellent'],
    [679, 'Good'],
    [595, 'Good'],
    [594, 'Fair'],
    [510, 'Fair'],
    [509, 'Poor'],
    [425, 'Poor'],
    [424, 'Very Poor'],
    [0, 'Very Poor'],
  ])('of %i is %s', (score, band) => {
    expect(creditBandOf(score)).toBe(band)
  })
})

describe('a profile picture', () => {
  it('is an image of less than 5 MB', () => {
    expect(pictureProblem(undefined)).toBe('Please select a file first')
    expect(pictureProblem({ type: 'text/plain', size: 1 })).toBe('Please select an image file')
    expect(pictureProblem({ type: 'image/png', size: PICTURE_BYTES_MAX })).toBe(
      'File size must be less than 5MB',
    )
    expect(pictureProblem({ type: 'image/png', size: PICTURE_BYTES_MAX - 1 })).toBeUndefined()
  })

  it('is cropped to the centre', () => {
    expect(centreSquare(1280, 720)).toEqual({ x: 280, y: 0, side: 720 })
    expect(centreSquare(3, 8)).toEqual({ x: 0, y: 2, side: 3 })
  })
})
