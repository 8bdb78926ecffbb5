/**
 * "DepositRequested" is "Deposit requested": a message of the catalogue, which has the titles of all
 * types that `defineEvents` declares.
 */
export function titleOfType(type: string): string {
  const spelled = type.replace(/^Kyc/, 'Verification')
  return spelled.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
