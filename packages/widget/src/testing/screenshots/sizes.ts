export const WIDE = { width: 800, height: 900 }
export const PHONE = { width: 360, height: 780 }
