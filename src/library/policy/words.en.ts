/**
 * English words of visual questions. All of it is data: visual-words.ts says how it is read. Phrases are regular
 * expressions over text in lower case in which hyphens and white space are one blank, as `six figure` or `x axis`.
 * Keep every quantifier bounded: a question is a stranger's text.
 */

/** Words that make a question visual wherever they stand, except inside an idiom. Inflections are listed, not guessed. */
export const ENGLISH_WORDS: readonly string[] = [
  // figures and pictures
  'figure figures fig figs image images picture pictures pictured photo photos photograph photographs photographed',
  'illustration illustrations drawing drawings sketch sketches screenshot screenshots graphic graphics',
  'infographic infographics thumbnail thumbnails micrograph micrographs cartoon cartoons visualization visualizations',
  'visualisation visualisations visuals depict depicts depicted depiction caption captions',
  // charts and diagrams
  'chart charts charted graph graphs graphed diagram diagrams diagrammed plot plots plotted curve curves histogram',
  'histograms flowchart flowcharts scatterplot scatterplots heatmap heatmaps treemap boxplot boxplots piechart barchart',
  'trendline trendlines waveform waveforms schematic schematics map maps isotherm isotherms',
  // tables and equations
  'table tables tabulated equation equations formula formulas formulae',
  // parts of a picture, and how it looks
  'arrow arrows arrowhead arrowheads axis axes legend legends icon icons logo logos layout layouts',
  'color colors colored colour colours coloured shading typeface',
].flatMap((line) => line.split(' '));

const COLOR =
  '(?:red|blue|green|yellow|orange|purple|pink|brown|black|white|gr[ae]y|cyan|magenta|violet|teal|navy|maroon|beige|turquoise|gold|silver|(?:dark|light) \\w{3,8})';
const MARK =
  '(?:lines?|curves?|bars?|dots?|points?|arrows?|areas?|regions?|zones?|bands?|boxes|box|circles?|triangles?|squares?|diamonds?|' +
  'rectangles?|markers?|crosses|segments?|slices?|sectors?|wedges?|cells?|blocks?|shapes?|labels?|text|part|parts|stripes?|symbols?|series)';
const VISUAL =
  '(?:figures?|fig|pictures?|images?|photos?|photographs?|charts?|graphs?|diagrams?|plots?|maps?|tables?|drawings?|illustrations?|screenshots?|page|cover)';

/** Phrases that make a question visual, except inside an idiom. */
export const ENGLISH_PHRASES: readonly string[] = [
  // colours, only where something drawn has one
  `${COLOR} (?:and ${COLOR} )?(?:dashed |dotted |solid |shaded |thick |thin |filled )?${MARK}`,
  `(?:printed|written|marked|highlighted|shaded|drawn|shown|colou?red|filled|painted) in (?:bold|italics?|${COLOR})`,
  '(?:what|which) colou?rs?',
  `(?:shaded|colou?red|filled|painted|marked|highlighted) ${COLOR}`,
  `(?:what|which) (?:\\w+ ){0,3}(?:is|are) ${COLOR}(?= *[?.!]| *$)`,
  `(?:text|words?|letters?|numbers?|rows?|cells?|lines?) (?:is |are )?in (?:bold|italics?|${COLOR})`,
  // lines and areas
  '(?:dashed|dotted|solid|broken|horizontal|vertical|curved|wavy|trend|contour) lines?(?! (?:manager|report|reporting|relationship))',
  '(?:shaded|hatched|highlighted|circled) (?:area|region|part|portion|zone|band|box|cell|column|row|circle|triangle|square|bar)s?',
  '(?:tallest|highest|longest|shortest|lowest|leftmost|rightmost) (?:bar|column|slice|point on the)s?',
  'error bars?',
  '(?:what|which) (?:line|bar|slice|panel|dot|arrow|box|circle)s? (?:is|are|shows?|has|have|represents?|stands?|marks?|crosse?s?|connects?)',
  'how many (?:\\w+ )?(?:lines|bars|slices|panels|dots|boxes|circles|triangles|squares)',
  '(?:highlighted|underlined|circled|crossed out|handwritten|stamped) (?:on|in|text|words?|notes?|numbers?)',
  '(?:handwriting|watermarks?|(?:scanned|rubber) stamps?)',
  // shapes and symbols
  '(?:what|which) shapes? (?:is|are|was|does|do|has|marks?|represents?|stands?)',
  'shapes? of (?:the|this|that|each) (?:\\w+ ){0,2}(?:curve|distribution|line|figure|part|object|marker|logo|sign|cell|crystal|plot|graph)s?',
  '(?:what|which) symbols?(?! of)',
  'symbols? (?:on|in|used|shown|at|near|next|beside|inside|above|below|means?|stands?|represents?|denotes?|marks?)',
  '(?:circuit|electrical|warning|hazard|map|weather|reference|plotting) symbols?',
  // schemes, which are mostly plans
  '(?:reaction|synthetic|synthesis|wiring|block|colou?r|flow) schemes?(?! of arrangement)',
  '(?:this|that|following|above) scheme (?:shows?|depicts?|illustrates?)',
  'schemes? (?:shows?|depicts?|illustrates?|shown|below|above|on page)',
  // places on a page
  '(?:left|right|top|bottom|upper|lower|middle|cent(?:er|re)) (?:(?:left|right) )?(?:hand )?(?:side )?(?:panels?|corner|inset)',
  'panels? \\(?[a-h]\\)?(?![a-z0-9])',
  '(?:top|bottom|upper|lower) (?:left|right)(?! wing)',
  '(?:left|right) hand side of the (?:page|figure|chart|graph|diagram|table)',
  '(?:on|of|at) the (?:front |back |book )?cover(?! story| letter| of (?:night|darkness))(?= of| page|\\?|\\.|$| image| show)',
  '(?:qr|bar) codes?',
  '(?:the|this|that|which|what) paintings?',
  '(?:portraits? of|(?:the|this|that) portraits?)',
  '(?:describe|show) (?:\\w+ )?(?:cover|visual)',
  'visual (?:content|contents|evidence|material|elements?|details?)',
  '(?:page|form) (?:\\w+ )?laid out',
  'laid out on the page',
  'axis labels?',
  // what something looks like
  '(?:what|how) (?:does|do|did|would|should) (?:\\w+ ){1,8}look(?: like|(?= *[?!.]| *$))',
  'what (?:\\w+ ){1,6}looks? like',
  'appearance of',
  '(?:illustrated|displayed|visible|drawn) (?:in|on|by|below|above|here|at)(?= )',
  'shown (?:in|on|at|below|above|here|opposite)(?! (?:court|studies|practice|person))',
];

const NOT_IDIOM = '(?![a-z0-9]| of (?:contents|speech)| skating| tennis)';

/** What is in the picture itself, as against being "in the picture" at all: read before the idioms. */
export const ENGLISH_SURE: readonly string[] = [
  `(?:what|who|which|how many) (?:\\w+ ){0,5}in the ${VISUAL}${NOT_IDIOM}`,
  `(?:shown|seen|visible|depicted|displayed|pictured|drawn|marked|printed|labell?ed|listed|appears?|appearing|represented) (?:\\w+ )?(?:in|on|by) (?:the|this|that) (?:\\w+ )?${VISUAL}${NOT_IDIOM}`,
  `(?:in|on) (?:the|this|that) (?:picture|table|figure|map|chart) (?:on page|below|above|shown|opposite|at the)`,
  `legends? (?:of|on|in|for|to) (?:the|this|that) (?:\\w+ )?${VISUAL}`,
];

const WHOSE = '(?:the|a|an|this|that|its|their|his|her|my|our|your|any|some)';

/** Phrases in which such a word means something else. */
export const ENGLISH_IDIOMS: readonly string[] = [
  // figure: to think, a number, a person
  `figur(?:e|es|ed|ing) (?:\\w+ ){0,3}out`,
  'go figure',
  "figures? (?:do|does|did|don't|doesn't|didn't) (?:not )?add up",
  '(?:the|that|this|these|those) figures? (?:rose|fell|stood|reached|climbed|dropped|exceeds?|exceeded|(?:was|were) (?:revised|released|published))',
  'figures? (?:for|on) (?:unemployment|employment|inflation|sales|growth|trade|crime|exports|imports|(?:the )?(?:year|quarter|month|period)|\\d{4})',
  'figures? of the (?:enlightenment|renaissance|reformation|movement|revolution|period|era|age|opposition|resistance|left|right)',
  // 'figure 3' is for the label recogniser to judge; here it may be 'the figure 3.5 million'
  'figures? [$£€]?\\d[\\d.,]{0,15}',
  '(?:i|we|they|you|he|she) (?:\\w+ly )?figures?(?! \\d)',
  'figures? (?:of speech|skating|skaters?|eight|of eight|prominently|heavily|largely|into|hugging)',
  'figures? of (?:about |around |over |some |roughly )?[$£€]?\\d[\\d.,]{0,15}',
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|single|double|triple|multi|low|mid|high|\\d) figures?(?: (?:sum|salary|income|inflation|growth))?',
  '(?:sales|revenue|revenues|profit|earnings|income|turnover|key|headline|unemployment|employment|jobless|inflation|growth|export|import|trade|gdp|budget|' +
    'attendance|viewing|casualty|crime|mortality|population|census|financial|production|output|debt|cost|official|annual|quarterly|monthly|weekly|ballpark|' +
    'exact|final|total|latest|provisional|preliminary|target|actual|rounded|round|significant|comparative|consolidated|audited|cash|circulation) figures?',
  '(?:father|mother|parental|public|political|historical|historic|religious|authority|leading|prominent|famous|notable|great|founding|central|controversial|cult|literary|mythical|mythological|' +
    'legendary|action|senior|major|important|influential|opposition|establishment|national|iconic|tragic|heroic|popular|respected|powerful|lone|shadowy|' +
    'business|media|sporting|party|government|military|pivotal|towering|hourglass) figures?',
  'cut a (?:\\w+ ){1,2}figure',
  // picture, image, photo
  '(?:big|bigger|full|fuller|overall|whole|complete|clear|clearer|mixed|bleak|rosy|rosier|grim|gloomy|brighter|wider|broader|larger|economic|' +
    'moving|motion|best|financial|true|accurate|different|general) pictures?',
  'picture (?:is|was|remains|looks) (?:mixed|bleak|grim|rosy|gloomy|bright|brighter|complicated|less \\w{1,12}|more \\w{1,12})',
  '(?:in|into|out of|enter|enters|entered|entering|get|gets|got) the picture',
  'pictur(?:e|ed) (?:yourself|myself|himself|herself|this|it|an? (?:world|scenario|situation|future|day|life)|perfect|of health|books?|frames?)',
  'paint(?:s|ed|ing)? (?:a|an) (?:\\w+ ){0,3}picture',
  '(?:mirror|brand|public|corporate|self|body|company|political|international|global|national|positive|negative|professional|personal|spitting|popular|clean cut|media|docker|' +
    'container|disk|iso|boot|system|kernel|vm) images?',
  `images? of (?:the|a|an|its|their|our) (?:company|brand|country|firm|bank|party|president|industry|nation|profession|city|product|business)`,
  `(?:improv|tarnish|damag|restor|polish|rebuild|boost|protect)(?:e|es|ed|ing)? ${WHOSE} image`,
  'image (?:problem|crisis|rights|makeover|consultants?|building|processing|recognition|classification|segmentation|compression|sensors?|of god)',
  'photo (?:id|ids|finish|op|ops|opportunity|shoot|shoots)',
  // table: furniture, meetings, databases
  `tabl(?:e|es|ed|ing) (?:${WHOSE} )?(?:motion|bill|amendment|resolution|proposal|discussion|issue|matter|question|debate|vote|plan|offer|idea|topic|subject|talks)s?`,
  '(?:to|vote to|moved to|motion to) table(?= (?:it|this|that|them|discussion))',
  'tables? (?:of contents|tennis|salt|lamps?|captains?|manners|cloths?|tops?|wine|setting|settings|talk|stakes|legs?|knife|spoons?|service|dancer|football)',
  '(?:dinner|dining|kitchen|coffee|pool|snooker|billiard|operating|water|negotiating|bargaining|conference|picnic|bedside|dressing|side|poker|card|captains?|top|high|' +
    'head|oak|wooden|massage|drafting|tea|hash|hashing|symbol|routing|lookup|page|partition|database|sql|fact|temporary|temp|mysql|postgres) tables?',
  'round ?tables?(?: (?:discussion|talks|conference|knights))?',
  '(?:tables? and chairs?|chairs? and tables?|tables? for (?:two|three|four|five|six|eight))',
  '(?:book|booked|booking|reserve|reserved|wait|waiting|lay|laid|set|clear|cleared|bus|busing) (?:the |a |on )?tables?',
  '(?:on|off|under|upon) the table',
  '(?:seat|seats|sit|sits|sat|sitting|place|places|voice|back|return|returned|come|came|brought|bring|brings|bringing|invited|join|joined) (?:\\w+ ){0,3}(?:at|to|around|round) the (?:\\w+ )?table',
  '(?:turn|turns|turned|turning) the tables?',
  'tables (?:were |are |have |had )?turned',
  '(?:create|drop|alter|truncate|join|query) (?:a |the |two )?tables?',
  // chart, graph, map, plot, curve, diagram
  `chart(?:s|ed|ing)? (?:${WHOSE} )?(?:\\w+ )?(?:course|path|way|territory|waters|progress|rise|history|decline|development|growth)`,
  '(?:off|top|topped|topping|climb|climbed|hit|hits) the charts?',
  '(?:pop|music|billboard|album|singles|uk|download) charts?',
  'chart (?:of accounts|toppers?|topping|success|hits?|\\.js)',
  'chart\\.js',
  'graph (?:theory|theoretic|database|databases|neural|search|algorithm|algorithms|traversal|learning|isomorphism|api)',
  '(?:social|knowledge|open|scene) graphs?',
  'graphic (?:novels?|designers?|design|violence|content|details?|language|images of violence)',
  'graphics (?:cards?|processing|processors?|drivers?|engine|engines|api|memory|chips?|unit|units)',
  'map(?:s)? (?:out|reduce)',
  'maps? the (?:\\w+ )?(?:genome|brain|ocean floor|seabed|galaxy|requirements)',
  'maps? (?:to|onto|into)(?! (?:the )?(?:north|south|east|west|left|right))',
  '(?:road|hash|site|source|concept|linear|bijective|tree) maps?',
  '(?:put|puts|putting) (?:\\w+ ){1,4}on the map',
  '(?:wipe|wiped|all over|off) (?:\\w+ )?(?:off )?the map',
  'plots? (?:of land|of ground|twists?|holes?|lines?|devices?|summary|armou?r|against|thickens|to (?:kill|overthrow|assassinate|murder|kidnap|bomb|blow|poison|steal))',
  'plots? of (?:the|this|that|a|his|her|their) (?:\\w+ ){0,2}(?:novel|story|film|movie|book|play|drama|opera|tale|series|episode|game)s?',
  '(?:plotted|plotting) (?:against|to|with|revenge)',
  'plots? thicken(?:s|ed)?',
  "what(?:'s| is| was) the plot(?= *(?:\\?|$))",
  '(?:los(?:e|es|t|ing)) the plot',
  '(?:burial|garden|vegetable|assassination|murder|terror|terrorist|bomb|gunpowder|building|family|cemetery|main|sub|allotment|coup|movie|film) plots?',
  'curve ?balls?',
  '(?:learning|grading) curves?',
  'curves? of (?:her|his) (?:body|hips?)',
  'thr(?:ow|ows|ew|own|owing) (?:\\w+ ){0,2}a curve',
  '(?:ahead of|behind|flatten|flattened|flattening|on a|on the grading) (?:the )?curve',
  // axis, arrow, legend, scheme, symbol, icon, shape
  'axis (?:powers?|of evil|forces|countries|nations|alliance|allies|bank|troops|occupation)',
  'axes to grind',
  "(?:arrow of time|broken arrow|straight arrow|green arrow|bows? and arrows?|arrow (?:keys?|functions?|debreu)|arrow's (?:impossibility )?theorem)",
  'legends? (?:has it|says|have it|of)',
  '(?:urban|living|local|sporting|sports|music|football|soccer|jazz|rock|basketball|baseball|golf|film|hollywood|screen|greek|arthurian|folk|ancient|tennis|cricket|of) legends?',
  '(?:myths? and legends?|legends? and myths?|according to legend)',
  '(?:cultural|fashion|style|pop|feminist|gay|music|design|national|religious|hollywood|byzantine) icons?',
  'icons? of(?! an? | the (?:app|file|button|page|menu|program))',
  // colour
  'colou?r of (?:law|authority|right|office|money)',
  '(?:people|persons?|wom[ae]n|men|man|students?|communit(?:y|ies)|writers?|voters?|artists?|workers?) of colou?r',
  'colou?red (?:people|persons?|folks?|my (?:view|judg\\w{1,6}))',
  '(?:local|off|political) colou?r',
  '(?:true|flying|with flying) colou?rs',
  'colou?r (?:blind|blindness|commentary|commentators?|bar|line|revolutions?|guard|purple|me)',
  'grey areas?|gray areas?|black boxes|black box|white boxes|white box|gold points?|silver linings?',
  '(?:cross|crosses|crossed|crossing|draw|draws|drew) (?:a|the|any|our|their|this|that) red lines?',
  '(?:thin|policy) (?:blue|red) lines?',
  'red lines? (?:in|of|for) (?:the )?(?:negotiations?|talks|policy)',
  'on the dotted line',
  // drawing, layout
  'drawing (?:on|upon|from|up|down|near|back|boards?|rooms?|rights|lots|attention|conclusions?|inspiration|inferences?|parallels?|criticism|fire|comparisons?|to a close)',
  'drawing (?:a|the|an|any|some) (?:\\w+ )?(?:line|conclusion|conclusions|distinction|parallel|comparison|inference|blank|crowd|salary|lesson|lessons)',
  '(?:back to the|special) drawing (?:board|rights)',
  '(?:partners?|owners?|cash) drawings',
  'layout (?:costs?|fees?)',
  // equation, formula
  '(?:part|side|out|rest|half|end) of the (?:\\w+ )?equation',
  '(?:into|enter|enters|entered|change|changes|changed) the equation',
  'formula (?:one|two|three|1|2|3|e|milk|feed|feeding|fed|students?|drivers?|racing)(?![a-z0-9])',
  '(?:baby|infant|winning|secret|magic|success|peace|barnett|funding) formulas?',
  'formula for (?:success|disaster|happiness|victory|peace|failure)',
  // looking like, showing
  'what (?:does|do|did|would|will|might) (?:\\w+ )?(?:success|failure|victory|progress|recovery|good|future|life|peace|justice|winning|it|that) (?:\\w+ ){0,2}look like',
  '(?:interest|kindness|respect|courage|loyalty|mercy|restraint) shown',
  '(?:has|have|had)(?: \\w+ly| also)? (?:been )?shown',
  'sketch (?:out|comedy)|(?:character|biographical) sketch(?:es)?',
  'depict(?:s|ed)? (?:in|by) (?:the|this|his|her) (?:novel|play|poem|story|film)',
  'caption contest',
];

const NAMED =
  '(?:figures?|charts?|graphs?|diagrams?|tables?|maps?|images?|pictures?|photos?|photographs?|illustrations?|equations?|formulas?|formulae|plots?|drawings?|schematics?|exhibits?)';

/** How a book refers to something to look at, beside a label: looked for in the passages, not in the question. */
export const ENGLISH_REFERENCES: readonly string[] = [
  `(?:the|this) (?:following|accompanying|adjacent|above|preceding|facing) (?:\\w+ )?${NAMED}(?! of (?:contents|speech))`,
  `(?:the|this|these) (?:\\w+ )?${NAMED} (?:below|above(?! all)|opposite|overleaf|at (?:left|right)|on (?:the )?(?:left|right|next|facing|following|previous|opposite|page))`,
  '(?:shown|illustrated|depicted|pictured|plotted|tabulated|diagrammed) (?:below|above|opposite|overleaf|at (?:left|right)|here)',
  `(?:shown|seen|illustrated|depicted|given|listed|plotted) in the (?:\\w+ )?${NAMED}(?! of (?:contents|speech))`,
  `see (?:the )?(?:following )?${NAMED}(?! of (?:contents|speech)|[a-z0-9])`,
];
