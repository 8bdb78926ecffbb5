import { create } from 'zustand'

/** What a browser that can install the app hands over. Not yet in the DOM's own types. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

/** The browser's offer to install the app; it comes once, early, and is kept until it is used. */
export const useInstallOffer = create<{ readonly offer: InstallPrompt | undefined }>(() => ({
  offer: undefined,
}))

export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    useInstallOffer.setState({ offer: event as InstallPrompt })
  })
  addEventListener('appinstalled', () => useInstallOffer.setState({ offer: undefined }))
}
