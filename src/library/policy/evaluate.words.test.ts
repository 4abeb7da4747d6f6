import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.js';
import { normalised, visualWordsIn } from './visual-words.js';
import { ENGLISH_WORDS } from './words.en.js';
import { HAN_NOT_BEFORE, HAN_OTHER, HAN_REFERENCES, HAN_VISUAL } from './words.zh.js';

/** One question a line; blank lines and `#` lines are for the reader. */
const table = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

const FIRES = table(`
  # labels
  What does Figure 3 show?
  what does figure 3-1 say about wages
  Explain Fig. 2.
  EXPLAIN FIG. 2B
  Compare Figs. 2 and 3
  Summarise Table IV
  values in table 7.6
  What is Eq. (5)?
  See Exhibit 4
  Which colour is Plate 2?
  What does Scheme 1 describe
  Describe Map 3.
  Was steht in Abb. 2?
  Supplementary Table S1
  ＦＩＧＵＲＥ ３ ｓｈｏｗｓ ｗｈａｔ
  ﬁgure 3 explained
  Let me figure out what Figure 4 says
  # figures and pictures
  What is in the figure?
  Are there any figures about rainfall?
  Describe the image on the cover
  Who is in the picture?
  How many people are in the picture?
  What is shown in the picture on page 12?
  Which photo has the bridge in it?
  Is there a photograph of the author?
  the illustrations of chapter two
  Describe the drawing of the valve
  What does the screenshot contain
  Explain this sketch
  Is there an infographic about water use?
  Show me the thumbnail
  Which pictures show the factory?
  What are the captions of the photos
  What is depicted next to the temple?
  # charts and diagrams
  What does the chart say about 2020?
  Read the bar chart
  Which slice of the pie chart is largest?
  WHAT DOES THE PIE-CHART SHOW
  Interpret the graph.
  the block diagram of the receiver
  Which diagrams cover the engine?
  Explain the scatter plot
  values plotted for March
  the histogram of ages
  Walk me through the flowchart
  the flow chart on approvals
  Where does the curve peak?
  Do the curves cross?
  What does the heat map tell us
  heatmap of sales
  Which box plot has outliers?
  the trend line's slope
  Follow the trendline
  What does the yield curve look like?
  the schematic of the power supply
  Where is Paris on the map?
  Which countries are coloured on these maps?
  Where are the maps to the north coast?
  # tables and equations
  What is in the third row of the table?
  List the tables on inflation
  What is listed in the table of results?
  What is the equation for drag?
  Which equations use lambda?
  What formula gives the area?
  the formulae of section 3
  Where is sodium in the periodic table?
  What does the following table say?
  Which numbers are on the table below?
  # parts and looks
  What colour is the line for Germany?
  What color are the bars?
  Which colours mark the war years?
  What does the red line mean?
  Which series is the blue dashed line?
  what do the green dots stand for
  the two dark blue bars
  Why is part of the region highlighted in yellow?
  Which words are printed in bold?
  Where does the arrow point?
  What do the arrows mean?
  What is on the x-axis?
  unit of the vertical axis
  Are both axes logarithmic?
  What does the legend say?
  What is the legend of the map?
  Which icon is the save button?
  What is the company's logo?
  Describe the page layout
  What shape is the gasket?
  the shape of the distribution
  What symbol is used for a church?
  What does the triangle symbol mean?
  What does the dashed line mark?
  Which dotted lines cross?
  What is the shaded area?
  How wide are the error bars?
  What is in the left panel?
  What does panel (b) show?
  What is in the top right corner?
  What does the device look like?
  What would the new bridge look like
  What is shown in the inset
  Values as shown below the text?
  Which is the tallest bar?
  What does the QR code hold
  Which reaction scheme leads to aspirin?
  What does this scheme show?
  Who is in the painting?
  Which segment is shaded grey?
  Which state is coloured dark green?
  which line is higher in 2015?
  Is the text in red?
  How many circles are there?
  Describe the cover page
  # Chinese
  图3显示了什么？
  图3-1说明什么
  请解释图 3.2
  ３号设备见图３－１吗
  表2中的数据是多少
  表 4-2 的第三行
  式(5)是什么意思
  公式（2-3）怎么推导
  这张图表达了什么
  这张图什么意思
  这张表有几行
  该图表示什么
  下图的箭头指向哪里
  上图和下图有什么区别
  图中红色部分是什么
  红色的线代表什么
  蓝色虚线表示什么
  红色曲线是哪一年的
  箭头是什么颜色？
  曲线在哪一年达到最高点
  柱状图里最高的是哪一年
  饼图中占比最大的是什么
  折线图的趋势如何
  流程图的第二步是什么
  系统结构图
  电路图在哪里
  有没有作者的照片
  书里的插图有哪些
  封面上画的是什么
  这个零件长什么样
  地图上标了哪些城市
  横轴的单位是什么
  坐标轴是什么
  图例里有几项
  页面的版面如何
  页面布局是什么样的
  截图里的按钮叫什么
  计算面积的公式是什么
  方程的解是多少
  化学方程式怎么写
  下列表格中哪一项最大
  统计表的最后一列
  左上角写着什么
  阴影部分的面积
  这个符号是什么意思
  它是什么形状
  意图见图3
  哪条线最高
  上面的表是什么
  标红的文字
  红线代表什么
  路线图在第几页
  封面的手写文字
  我试图理解下图
  图书馆的平面图
  # traditional, Japanese, mixed
  圖3顯示了什麼？
  下圖的箭頭是什麼顏色
  圖表裡最高的是哪一年
  這張照片裡有誰
  曲線在哪一年最高
  表格第三列是什麼
  図1は何を示していますか
  グラフの最大値は？
  矢印は何色ですか
  この写真の人は誰？
  请解释Figure 3的含义
  GDP的chart在哪一页
  What does 图3 show?
  Ｆｉｇ．３是什么
  What is 柱状图 about
`);

const SILENT = table(`
  # substrings
  How do I configure the router?
  Is the chair comfortable?
  a portable, stable and acceptable solution
  the timetable of trains
  the constable and the vegetables
  disfigured by war
  prefigured in the text
  transfiguration of the church
  chartered accountants
  an uncharted island
  the paragraph on wages
  biography of the author
  photography as a profession
  the photosynthesis of plants
  mapping the genome
  barely legible
  imagery and imagination
  tablets and tableaux
  a colourful character
  discoloration of the water
  narrow roads and arrowroot
  the roadmap for 2030
  iconic buildings
  formulate a policy
  the pictorial tradition of Rome
  the plotters of 1605
  figure_ids in the API
  outlay costs
  the symbolism of the novel
  the legendary king
  # figure
  Help me figure out the tax
  She figured it all out
  How did they figure this problem out?
  Go figure
  a six-figure salary
  SIX-FIGURE SALARIES
  double figures inflation
  What were the sales figures for 2020?
  What are the key figures?
  the unemployment figures released in May
  Who is the father figure?
  Which public figures resigned?
  a leading figure of the movement
  Is irony a figure of speech?
  figure skating rules
  I figure that rates will rise
  Does debt figure prominently in the report?
  a figure of 12 million
  the figure 3.5 million was quoted
  # picture, image, photo
  What is the big picture?
  Is Greece still in the picture?
  Where do banks come in the picture?
  Picture yourself on a beach
  I get the picture
  The survey paints a bleak picture
  Which film won best picture?
  motion pictures of the thirties
  How can we improve our image?
  the brand image of the firm
  the image of the company
  her self-image
  image processing pipelines
  It was a photo finish
  a photo opportunity for the minister
  # table
  Who wanted to table the motion?
  The party tabled the amendment
  What does the table of contents list?
  What chapters are in the table of contents?
  What options are on the table?
  under the table payments
  a seat at the negotiating table
  Will they come back to the table?
  at the dinner table
  the depth of the water table
  the round table talks
  a round-table discussion
  tables and chairs for rent
  Book a table for two
  They turned the tables
  table tennis rules
  a pinch of table salt
  How does a hash table resolve collisions?
  Drop table users
  # chart, graph, map, plot, curve
  chart a course for growth
  The song is off the charts
  topped the charts in 1985
  the chart of accounts
  graph theory basics
  the social graph of users
  a knowledge graph
  a graphic novel about war
  graphics card drivers
  map out a strategy
  How does this law map to that one?
  put the town on the map
  the road map for peace
  How does a hash map work?
  the plot of the novel
  a plot against the king
  a plot of land
  The plot thickens
  He lost the plot
  plotted to kill the tsar
  a steep learning curve
  stay ahead of the curve
  He threw a curve ball
  a curveball question
  # axis, arrow, legend, scheme, symbol, icon, shape
  the Axis powers in 1941
  the axis of evil
  axes to grind
  the arrow of time
  bows and arrows of the army
  an arrow function in code
  Legend has it that he fled
  an urban legend
  living legends of jazz
  the legend of King Arthur
  the pension scheme
  a Ponzi scheme
  in the grand scheme of things
  a scheme of arrangement
  a symbol of hope
  a status symbol
  a fashion icon
  She keeps in shape
  What shapes public opinion?
  pie in the sky
  the bar exam
  # colour
  acting by colour of law
  under color of law
  people of color
  students of colour
  She showed her true colours
  passed with flying colours
  Is he colour blind?
  a legal grey area
  red tape in Brussels
  green energy subsidies
  blue chip shares
  crossing a red line
  sign on the dotted line
  # drawing, equation, formula, looks
  draw a conclusion from this
  drawing a conclusion from the data
  drawing on experience
  back to the drawing board
  special drawing rights
  draw up a contract
  withdrawing the troops
  That is part of the equation
  Formula One racing
  the Formula 1 season
  formula milk for babies
  a formula for success
  What does success look like?
  It looks like rain
  Studies have shown that it works
  What is the interest rate?
  Why did the bank fail?
  The figures do not add up
  the figures for unemployment
  Picture a world without banks
  mirror image symmetry
  What's the plot?
  How does the law look on this?
  The tables were turned
  icons of the sixties
  # Chinese
  图书馆几点开门
  这家图书出版社
  他的意图是什么
  企图逃跑的人
  他试图解释
  力图改变现状
  版图扩大
  公司的宏图
  未来的蓝图
  唯利是图的商人
  图腾崇拜
  柏拉图的思想
  图灵机是什么
  知识图谱技术
  碳中和路线图
  作者想表达什么
  这表示什么意思
  数据表明了什么
  他的表现如何
  谁是公司代表
  发表3篇论文
  代表2人出席
  手表多少钱
  外表和内心
  列表中的名字
  表面张力
  表演时间
  大会表决结果
  表扬了谁
  仪表盘坏了
  这些表示方法
  在楼上图书馆见
  该图书馆的历史
  公式化的写作
  方程式赛车的规则
  有什么特色
  主要角色是谁
  当地的景色
  染色体数目
  带有浪漫色彩
  脸色不好
  绿色金融政策
  绿色债券的利率
  红色旅游的发展
  蓝色经济是什么
  颜色革命的背景
  曲线救国
  学习曲线很陡
  全球战略布局
  公司加快布局新能源
  形式(1)和方式(2)
  线上式教学
  标点符号的用法
  你图什么
  见表弟一面
  绿色线路的票价
  布局谋篇
  招标金额
  填写报表
  图文并茂的文章
  中国的人口是多少
  利率为什么上升
  # traditional, Japanese, mixed
  圖書館在哪裡
  他的意圖是什麼
  企圖逃跑
  代表團有誰
  這表達了什麼
  角色與特色
  図書館はどこですか
  作者の意図は何ですか
  発表の日はいつですか
  色々な国の人口
  configure 怎么用
  GDP代表什么
  如何 figure out 这个问题
  ＣＯＮＦＩＧＵＲＥ the server
`);

describe('a visual question', () => {
  it.each(FIRES)('fires: %s', (question) => {
    const advice = evaluate(question, []);
    expect(advice.visual_required, advice.reasons.map((r) => r.evidence).join()).toBe(true);
    expect(advice.reasons.map((r) => r.reason)).toContain('visual_content_likely');
  });

  it.each(SILENT)('is none: %s', (question) => {
    expect(evaluate(question, []).reasons).toEqual([
      {
        reason: 'text_evidence_insufficient',
        evidence: expect.stringMatching(/search found no passage|没有找到任何段落/),
      },
    ]);
  });

  it('has enough cases in both directions, each once', () => {
    expect(new Set(FIRES).size).toBe(FIRES.length);
    expect(new Set(SILENT).size).toBe(SILENT.length);
    expect(Math.min(FIRES.length, SILENT.length)).toBeGreaterThanOrEqual(120);
  });
});

describe('English words', () => {
  it.each(ENGLISH_WORDS.filter((word) => !/^(?:shading|typeface)$/.test(word)))(
    '%s counts alone, in any case, in Chinese text',
    (word) => {
      expect(visualWordsIn(word.toUpperCase())).toEqual([word]);
      expect(visualWordsIn(`请看${word}里`)).toContain(word);
    },
  );

  it('never count inside a longer word', () => {
    const letters = fc.stringMatching(/^[a-z0-9_]{1,6}$/);
    const inside = fc
      .tuple(letters, fc.constantFrom(...ENGLISH_WORDS), fc.option(letters, { nil: '' }), fc.boolean())
      .map(([a, word, b, before]) => (before ? `${a}${word}${b}` : `${word}${a}`))
      .filter((compound) => !ENGLISH_WORDS.includes(compound));
    fc.assert(
      fc.property(inside, (compound) => visualWordsIn(`the ${compound} of it`).length === 0),
      { numRuns: 2000 },
    );
  });
});

describe('Chinese words', () => {
  const lists = [...HAN_VISUAL, ...HAN_OTHER, ...HAN_REFERENCES];

  it('are written as text is folded, so that each can match', () => {
    expect(lists.filter((word) => normalised(word) !== word)).toEqual([]);
  });

  it('stand in one list each', () => {
    expect(HAN_VISUAL.filter((word) => HAN_OTHER.includes(word))).toEqual([]);
  });

  it.each(HAN_VISUAL)('%s counts', (word) => {
    expect(visualWordsIn(word)).not.toEqual([]);
  });

  it.each(HAN_OTHER)('%s does not', (word) => {
    expect(visualWordsIn(`这里的${word}。`)).toEqual([]);
  });

  it('图 and 表 give way to the word that the next sign makes', () => {
    for (const [sign, next] of Object.entries(HAN_NOT_BEFORE)) {
      for (const c of next) expect(visualWordsIn(`该${sign}${c}`).filter((word) => word === `该${sign}`)).toEqual([]);
    }
  });
});
