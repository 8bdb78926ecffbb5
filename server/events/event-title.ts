/** "DepositRequested" is "Deposit requested". */
export function titleOfType(type: string): string {
  return type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
