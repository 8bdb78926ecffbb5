import { onStepUp } from '#pwa/data/step-up.ts'
import { openStepUp } from '#pwa/stores/step-up.ts'

/** From now on requests that need a proof open the dialog of this tab. */
export function listenForStepUps(): void {
  onStepUp(openStepUp)
}
