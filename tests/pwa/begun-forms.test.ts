import { afterEach, expect, test } from 'vitest'
import { isHeldByPage, noteBegunForm, useBegunForms } from '#pwa/stores/begun-forms.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

test('a form that is kept nowhere is lost by a change of page and by a reload', () => {
  ends.push(noteBegunForm('deposit'))
  expect(isHeldByPage()).toBe(true)
  expect(useBegunForms.getState().forms).toHaveLength(1)
})

test('a form that survives a change of page is only lost by a reload', () => {
  ends.push(noteBegunForm('decision', 'page'))
  expect(isHeldByPage()).toBe(false)
  expect(useBegunForms.getState().forms).toHaveLength(1)
})

test('a form that is sent or gone is not lost', () => {
  const end = noteBegunForm('deposit')
  ends.push(noteBegunForm('decision', 'page'))
  end()
  expect(isHeldByPage()).toBe(false)
  expect(useBegunForms.getState().forms.map(({ id }) => id)).toEqual(['decision'])
})
