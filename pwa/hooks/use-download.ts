import { useState } from 'react'
import { type CallOptions, call } from '#pwa/data/api-client.ts'
import { ApiError, type ApiFailure, failureOf, localError } from '#pwa/data/api-error.ts'
import type { CallInput } from '#pwa/data/api-request.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { saveFile } from './save-file.ts'

/** Fetches a file from a route and hands it to the browser under the name that the server gave. */
export function useDownload<const R extends RouteDefinition>(route: R) {
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()

  /** @returns the file's name; undefined if it failed */
  async function download(input: CallInput<R>, otherwise: string): Promise<string | undefined> {
    setLoading(true)
    setFailure(undefined)
    try {
      const response: unknown = await call(route, input as CallInput<R> & CallOptions)
      if (!(response instanceof Response)) throw new Error('the response has no file')
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
      saveFile(await fileOf(response), name ?? otherwise)
      return name ?? otherwise
    } catch (error) {
      setFailure(failureOf(error))
      return undefined
    } finally {
      setLoading(false)
    }
  }

  return { download, isLoading, failure }
}

/** The file of a response. If it breaks off, that is reported like every failure of the network. */
export async function fileOf(response: Response): Promise<Blob> {
  try {
    return await response.blob()
  } catch (error) {
    throw error instanceof ApiError ? error : localError('network.unreachable')
  }
}
