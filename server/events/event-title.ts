/** What stored names of types say in other words than users read. */
const SPELLED: readonly (readonly [RegExp, string])[] = [
  [/^Kyc/, 'Verification'],
  [/^Futures/, 'FuturesTrade'],
  [/Voided$/, 'Void'],
  [/Dropped$/, 'Rejected'],
  [/^StaffSignedIn$/, 'StaffLoggedIn'],
  [/^StaffSignInFailed$/, 'StaffLog-inFailed'],
]

/**
 * "DepositRequested" is "Deposit requested": a message of the catalogue, which has the titles of all
 * types that `defineEvents` declares.
 */
export function titleOfType(type: string): string {
  const spelled = SPELLED.reduce((name, [stored, words]) => name.replace(stored, words), type)
  return spelled.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
