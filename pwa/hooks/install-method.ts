import { useInstallOffer } from '#pwa/stores/install.ts'

/**
 * How this device installs the app. installed: the app runs from the home screen. offer: the browser
 * asks when told to. safari: iPhone and iPad, by hand in Safari. other-ios: another browser there.
 * menu: through the browser's menu.
 */
export type InstallMethod = 'installed' | 'offer' | 'safari' | 'other-ios' | 'menu'

export interface Device {
  readonly userAgent: string
  /** An iPad identifies itself as a Mac, but Macs have no touch screen. */
  readonly maxTouchPoints: number
  readonly isStandalone: boolean
  readonly hasOffer: boolean
}

export function installMethod(device: Device): InstallMethod {
  const { userAgent, maxTouchPoints, isStandalone, hasOffer } = device
  if (isStandalone) return 'installed'
  if (hasOffer) return 'offer'
  const isIos = /iPhone|iPad|iPod/.test(userAgent)
  const isIpad = /Macintosh/.test(userAgent) && maxTouchPoints > 1
  if (!isIos && !isIpad) return 'menu'
  return IS_SAFARI.test(userAgent) && !IS_OTHER.test(userAgent) ? 'safari' : 'other-ios'
}

/** Browsers inside other apps leave one of these words out. */
const IS_SAFARI = /Version\/.*Safari\//

/** Chrome, Firefox, Edge, Opera, DuckDuckGo and the Google app. */
const IS_OTHER = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|GSA\//

export function useInstallMethod(): InstallMethod {
  const hasOffer = useInstallOffer(({ offer }) => offer !== undefined)
  const { userAgent, maxTouchPoints } = navigator
  const isStandalone = matchMedia('(display-mode: standalone)').matches
  return installMethod({ userAgent, maxTouchPoints, isStandalone, hasOffer })
}

/** An offer can be used once; the browser makes a new one if the user declined. */
export function takeInstallOffer(): void {
  const { offer } = useInstallOffer.getState()
  useInstallOffer.setState({ offer: undefined })
  void offer?.prompt()
}
