import { useState } from 'react'
import { call } from '#pwa/data/api-client.ts'
import { failureOf } from '#pwa/data/api-error.ts'
import { saveFile } from '#pwa/features/activity/save-file.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { exportAccount } from '#shared/contract/account.ts'

/** Everything that is held about the person, as one file. */
export function useDownloadData() {
  const [isDownloading, setDownloading] = useState(false)
  async function download() {
    if (isDownloading) return
    setDownloading(true)
    try {
      const answer = (await call(exportAccount, {})) as unknown as Response
      saveFile(await answer.blob(), 'account-data.json')
    } catch (error) {
      const { error: title, message } = failureOf(error)
      showToast({ title, message, tone: 'error' })
    }
    setDownloading(false)
  }
  return { download, isDownloading }
}
