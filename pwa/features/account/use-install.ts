import { useInstallOffer } from '#pwa/stores/install.ts'
import { showToast } from '#pwa/stores/toasts.ts'

/** Installs the app where the browser offers it; elsewhere says how. */
export function useInstall(): () => void {
  const offer = useInstallOffer((state) => state.offer)
  return () => {
    if (offer) {
      // An offer can be used once; the browser makes a new one if the user declined.
      useInstallOffer.setState({ offer: undefined })
      return void offer.prompt()
    }
    const isInstalled = matchMedia('(display-mode: standalone)').matches
    showToast({
      title: 'Download APP',
      message: isInstalled
        ? 'You are using the app already.'
        : 'Choose “Install app” or “Add to Home Screen” in the menu of your browser.',
    })
  }
}
