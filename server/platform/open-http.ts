import type { StoreAddress } from '#server/platform/stores/store-address.ts'

/** Whether an address is reached without encryption; on the loopback, none is needed. */
export function isOpenHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  const isLoopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol === 'http:' && !isLoopback
}

/** Whether the files of a store would be sent without encryption. */
export function isOpenStore(address: StoreAddress): boolean {
  return address.kind === 's3' && address.endpoint !== undefined && isOpenHttp(address.endpoint)
}
