/** User agents of people: browsers, versions and systems as they are put together in real ones. */
const CHROMES = ['109.0.0.0', '120.0.6099.144', '131.0.0.0', '138.0.7204.179', '142.0.7444.171', '146.0.0.0']
const FIREFOXES = ['115.0', '128.0', '134.0', '145.0']
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

const DESKS = [
  'Windows NT 10.0; Win64; x64',
  'Windows NT 10.0; WOW64',
  'Windows NT 6.1; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'Macintosh; Intel Mac OS X 13_6_1',
  'X11; Linux x86_64',
  'X11; Ubuntu; Linux x86_64',
  'X11; CrOS x86_64 14541.0.0',
]
const ANDROIDS = [
  'Linux; Android 10; K',
  'Linux; Android 13; SM-A536B',
  'Linux; Android 14; Pixel 8 Pro Build/UQ1A.240205.002',
  'Linux; Android 15; CPH2557 Build/AP3A.240617.008',
  'Linux; Android 16; Pixel 10 Pro XL Build/CP1A.260305.018',
  'Linux; Android 9; CUBOT_X19 Build/PPR1.180610.011',
  'Linux; Android 12; M2007J20CG Build/SKQ1.211019.001',
  'Linux; Android 11; Redmi Note 8 Pro',
  'Linux; Android 14; SM-X710',
  'Linux; Android 8.1.0; CUBOT NOTE 7',
]
const IPHONES = ['15_8', '16_7_2', '17_5_1', '18_1', '26_0'].map(
  (version) => `iPhone; CPU iPhone OS ${version} like Mac OS X`,
)
const IPADS = ['15_8', '17_4'].map((version) => `iPad; CPU OS ${version} like Mac OS X`)

const each = <A, B>(ones: readonly A[], others: readonly B[], make: (one: A, other: B) => string): string[] =>
  ones.flatMap((one) => others.map((other) => make(one, other)))

const chromium = (system: string, chrome: string, tail = ''): string =>
  `Mozilla/5.0 (${system}) ${WEBKIT} Chrome/${chrome} Safari/537.36${tail}`
const mobile = (system: string, chrome: string, tail = ''): string =>
  `Mozilla/5.0 (${system}) ${WEBKIT} Chrome/${chrome} Mobile Safari/537.36${tail}`
const webview = (system: string, chrome: string, tail = ''): string =>
  `Mozilla/5.0 (${system}; wv) ${WEBKIT} Version/4.0 Chrome/${chrome} Mobile Safari/537.36${tail}`
const safari = (system: string, tail: string): string => `Mozilla/5.0 (${system}) ${APPLE} ${tail}`

const onDesks = [
  ...each(DESKS, CHROMES, (system, chrome) => chromium(system, chrome)),
  ...each(DESKS.slice(0, 4), CHROMES, (system, chrome) => chromium(system, chrome, ` Edg/${chrome}`)),
  ...each(DESKS.slice(0, 6), ['95.0.0.0', '116.0.0.0'], (system, opera) =>
    chromium(system, '131.0.0.0', ` OPR/${opera}`),
  ),
  ...each(DESKS.slice(0, 3), ['6.9.3447.54', '7.5'], (system, vivaldi) =>
    chromium(system, '130.0.0.0', ` Vivaldi/${vivaldi}`),
  ),
  chromium(DESKS[0] ?? '', '128.0.0.0', ' YaBrowser/24.10.0.0'),
  chromium(DESKS[3] ?? '', '118.0.0.0', ' DuckDuckGo/7 Ddg/17.6'),
  ...each(
    DESKS.slice(0, 7),
    FIREFOXES,
    (system, version) => `Mozilla/5.0 (${system}; rv:${version}) Gecko/20100101 Firefox/${version}`,
  ),
  ...each(DESKS.slice(3, 5), ['15.6.1', '16.6', '17.5', '18.1', '26.0'], (system, version) =>
    safari(system, `Version/${version} Safari/605.1.15`),
  ),
  'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)',
  'Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Slack/4.41.105 Chrome/130.0.6723.137 Electron/33.2.1 Safari/537.36',
]

const onPhones = [
  ...each(ANDROIDS, CHROMES, (system, chrome) => mobile(system, chrome)),
  ...each(
    ANDROIDS.slice(0, 4),
    ['23.0', '27.0', '29.0'],
    (system, version) =>
      `Mozilla/5.0 (${system}) ${WEBKIT} SamsungBrowser/${version} Chrome/121.0.0.0 Mobile Safari/537.36`,
  ),
  ...each(
    ANDROIDS.slice(0, 4),
    ['EdgA/131.0.0.0', 'OPR/86.0.0.0', 'OPX/2.5', 'DuckDuckGo/5', 'UCBrowser/13.4.0.1306'],
    (system, tail) => mobile(system, '131.0.0.0', ` ${tail}`),
  ),
  ...each(
    ['10', '13', '15'],
    FIREFOXES,
    (android, version) => `Mozilla/5.0 (Android ${android}; Mobile; rv:${version}) Gecko/${version} Firefox/${version}`,
  ),
  ...each(IPHONES, ['15.6', '17.5', '18.1'], (system, version) =>
    safari(system, `Version/${version} Mobile/15E148 Safari/604.1`),
  ),
  ...each(
    [...IPHONES, ...IPADS],
    ['CriOS/131.0.6778.73', 'FxiOS/133.0', 'EdgiOS/131.0.2903.68', 'OPT/4.7.0', 'GSA/343.0.695551749'],
    (system, name) => safari(system, `${name} Mobile/15E148 Safari/604.1`),
  ),
  ...IPADS.map((system) => safari(system, 'Version/17.4 Mobile/15E148 Safari/604.1')),
  'Mozilla/5.0 (Mobile; Nokia_2720_Flip; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.2',
  'Opera/9.80 (Android; Opera Mini/8.0.1807/191.303; U; en) Presto/2.12.423 Version/12.16',
  'UCWEB/2.0 (MIDP-2.0; U; Adr 4.4.4; en-US; XT1022) U2/1.0.0 UCBrowser/10.2.0.535 U2/1.0.0 Mobile',
]

const inApps = [
  ...each(
    ANDROIDS,
    ['[FB_IAB/FB4A;FBAV/490.0.0.63.82;]', '[FB_IAB/Orca-Android;FBAV/480.0.0.25.109;]', 'Line/14.19.1/IAB'],
    (system, tail) => webview(system, '130.0.6723.107', ` ${tail}`),
  ),
  ...each(ANDROIDS.slice(0, 5), ['334.0.0.42.95', '406.0.0.58.159'], (system, version) =>
    webview(
      system,
      '131.0.6778.135',
      ` Instagram ${version} Android (34/14; 450dpi; 1080x2340; samsung; SM-S911B; dm1q; qcom; de_DE; 585627854)`,
    ),
  ),
  webview(
    'Linux; Android 15; CPH2557 Build/AP3A.240617.008',
    '142.0.7444.142',
    ' Instagram 406.0.0.58.159 Android (35/15; 480dpi; 1080x2400; OPPO; CPH2557; OP573DL1; mt6833; en_MY; 822918295; IABMV/1)',
  ),
  ...IPHONES.map((system) =>
    safari(
      system,
      'Mobile/15E148 [FBAN/FBIOS;FBAV/489.0.0.47.75;FBBV/665337277;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1;FBSS/3;FBCR/;FBID/phone;FBLC/en_US;FBOP/80]',
    ),
  ),
  ...IPHONES.map((system) =>
    safari(
      system,
      'Mobile/15E148 Instagram 334.0.4.32.98 (iPhone14,5; iOS 17_5_1; en_US; en; scale=3.00; 1170x2532; 620051622)',
    ),
  ),
  ...each(
    IPHONES,
    [
      'LinkedInApp',
      'Twitter for iPhone/10.64',
      'Snapchat/13.2.0.42 (like Safari/8617.2.4.10.8, panda)',
      'musical_ly_37.2.0 BytedanceWebview/d8a21c6',
      'MicroMessenger/8.0.49(0x18003133) NetType/WIFI Language/en',
    ],
    (system, tail) => safari(system, `Mobile/15E148 ${tail}`),
  ),
  ...each(
    ANDROIDS.slice(0, 4),
    [
      'TwitterAndroid',
      'musical_ly_2023702030 BytedanceWebview/d8a21c6',
      'MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 NetType/WIFI',
      'Snapchat/13.3.0.40',
    ],
    (system, tail) => webview(system, '130.0.6723.107', ` ${tail}`),
  ),
]

const onScreens = [
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36',
  'Mozilla/5.0 (Linux; Tizen 2.3; SmartHub; SMART-TV; SmartTV; U; Maple2012) AppleWebKit/538.1+ (KHTML, like Gecko) TV Safari/538.1+',
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager',
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.270 Safari/537.36 DMOST/2.0.0 (; LGE; webOSTV; WEBOS24 23.10.45; W24_TEST;)',
  'Mozilla/5.0 (Linux; Android 9; AFTKA) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.4.1 like Chrome/120.0.6099.230 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH2 Build/STT1.220531.001) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36',
  'Mozilla/5.0 (PlayStation; PlayStation 5/9.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.4 Safari/605.1.15',
  'Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.2.21.3 NintendoBrowser/5.1.0.22474',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edge/44.18363.8131',
  'Mozilla/5.0 (Linux; Android 12; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/35.2.0.14.43 Chrome/130.0.6723.107 VR Safari/537.36',
  'HbbTV/1.2.1 (;LGE;42LB6300;03.20.45;0x00000001;)',
  'Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.15.2 Chrome/87.0.4280.144 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 13; GM Infotainment) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
]

export const HUMANS: readonly string[] = [...new Set([...onDesks, ...onPhones, ...inApps, ...onScreens])]
