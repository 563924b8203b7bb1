/** What people talk about here. Each belongs to a team. */
const SHIPMENTS = [
  {
    id: 'n-2041',
    team: 'north',
    goods: 'Wind turbine bearings',
    from: 'Esbjerg',
    to: 'Bergen',
    state: 'delayed',
    due: '18 Nov',
  },
  { id: 'n-2047', team: 'north', goods: 'Cod, frozen', from: 'Tromsø', to: 'Aberdeen', state: 'at sea', due: '19 Nov' },
  { id: 's-3310', team: 'south', goods: 'Cork, raw', from: 'Setúbal', to: 'Genoa', state: 'at sea', due: '21 Nov' },
  {
    id: 's-3312',
    team: 'south',
    goods: 'Ceramic tiles',
    from: 'Castellón',
    to: 'Marseille',
    state: 'delivered',
    due: '12 Nov',
  },
]

/** Leads see all, others what is their team's. */
const maySee = (user, shipment) => user.isLead || user.team === shipment.team

export const shipmentsOf = (user) => SHIPMENTS.filter((shipment) => maySee(user, shipment))

const NOTHING = { see: false, comment: false, moderate: false }

/** The same rule for Palaver: who sees a shipment sees its comments. What was delivered is not discussed any more. */
export function permissionsOf(user, { type, id }) {
  const shipment = type === 'shipment' ? SHIPMENTS.find((one) => one.id === id) : undefined
  if (user === null || shipment === undefined || !maySee(user, shipment)) return NOTHING
  return { see: true, comment: shipment.state !== 'delivered', moderate: user.isLead }
}
