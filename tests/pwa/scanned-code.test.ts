import { describe, expect, it } from 'vitest'
import { readCode } from '#pwa/features/withdrawals/scanned-code.ts'

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const TOKEN = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const TRON = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

describe('a scanned code fills in the address', () => {
  it.each([
    ['BTC', BITCOIN, BITCOIN],
    ['BTC', `bitcoin:${BITCOIN}?amount=0.2&label=Rent`, BITCOIN],
    ['BTC', `BITCOIN:${BITCOIN.toUpperCase()}`, BITCOIN.toUpperCase()],
    ['ETH', ETHEREUM, ETHEREUM],
    ['ETH', `ethereum:${ETHEREUM}@1?value=2.014e18`, ETHEREUM],
    ['ETH', `ethereum:pay-${ETHEREUM}`, ETHEREUM],
    ['USDT', `tron:${TRON}?amount=20`, TRON],
    ['USDT', ` ${TRON}\n`, TRON],
  ] as const)('%s from %s', (symbol, text, address) => {
    expect(readCode(text, symbol)).toEqual({ address })
  })
})

describe('a scanned code is refused', () => {
  it.each([
    ['ETH', `bitcoin:${BITCOIN}`, /another network/],
    ['USDT', `ethereum:${TOKEN}/transfer?address=${ETHEREUM}&uint256=1`, /another network/],
    ['ETH', `ethereum:${TOKEN}/transfer?address=${ETHEREUM}&uint256=1`, /plain transfer/],
    ['ETH', `ethereum:${ETHEREUM}@137`, /plain transfer/],
    ['BTC', `bitcoin:${BITCOIN}?req-somethingnew=50`, /plain transfer/],
    ['BTC', TRON, /no valid/],
    ['BTC', `bitcoin:${BITCOIN.replace('w5', '5w')}`, /no valid/],
    ['ETH', 'ethereum:demo.eth', /no valid/],
    ['BTC', 'https://example.com/pay', /no wallet address/],
    ['BTC', 'javascript:alert(1)', /no wallet address/],
    ['BTC', '', /no valid/],
  ] as const)('%s from %s', (symbol, text, problem) => {
    expect(readCode(text, symbol)).toEqual({ problem: expect.stringMatching(problem) })
  })
})
