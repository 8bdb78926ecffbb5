import { useEffect } from 'react'
import { useDownload } from '#pwa/hooks/use-download.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { exportAccount } from '#shared/contract/account.ts'

/** Everything that the platform holds about the user, as one file. */
export function useDownloadData() {
  const { download, isLoading, failure } = useDownload(exportAccount)
  useEffect(() => {
    if (failure) showToast({ title: failure.error, message: failure.message, tone: 'error' })
  }, [failure])
  return { download: () => download({}, 'account-data.json'), isDownloading: isLoading }
}
