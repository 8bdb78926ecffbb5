/** @throws with the claim if it is not true */
export function must(isTrue: boolean, claim: string): asserts isTrue {
  if (!isTrue) throw new Error(`Not so: ${claim}.`)
}
