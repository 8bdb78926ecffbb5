// breaks nothing-from-tests
import { given } from '../../tests/support/given.ts'

export const read = given
