/** @throws what is not so */
export function must(isTrue: boolean, claim: string): asserts isTrue {
  if (!isTrue) throw new Error(`Not so: ${claim}.`)
}
