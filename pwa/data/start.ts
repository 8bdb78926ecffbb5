import { showRememberedUser } from './remembered-user.ts'

/** Starts everything behind the screens; called once, before the first paint, which needs little. */
export function startData(): void {
  showRememberedUser()
  void import('./run.ts').then(({ runData }) => runData())
}
