/**
 * Chinese and Japanese words of visual questions, in simplified characters (text is folded before it is read). Chinese
 * marks no word boundaries, so the words that only look visual are listed beside those that are, and at each place
 * the longest word wins: 图书馆 is read whole, and no 图 is left in it to see.
 */

/** Words that make a question visual. */
export const HAN_VISUAL: readonly string[] = [
  // 图: its compounds are without number (电路图, 剖面图, 框图…), so the sign itself counts wherever nothing else took it
  '图 图表 图片 图像 图形 图案 图例 图示 图解 图中 图里 图上 图注 图题 插图 附图 配图 上图 下图 左图 右图 此图 该图 本图 如图 见图 示意图 结构图 流程图 框图 曲线图 柱状图 条形图 饼图 折线图 散点图 直方图 热力图 雷达图 箱线图 地图 截图 草图 图纸',
  // 表: only where the word is sure to be a table
  '表格 表中 表里 表头 表题 表注 表列 下表 上表 左表 右表 该表 此表 本表 附表 续表 如表 见表 据表 张表 个表 些表 所列表格 统计表 一览表 对照表 明细表 汇总表 数据表 参数表 换算表 比较表 对比表 真值表 周期表 下列表格 以下表格 下列图表',
  // pictures
  '照片 相片 插画 漫画 影像 画面 截屏 封面 二维码 水印 手写 印章 彩插 插页 色彩搭配 画的是 画着 画了 画的什么',
  // parts of a picture, and how it looks
  '曲线 折线 虚线 实线 点划线 趋势线 轮廓线 阴影部分 阴影区 箭头 坐标 坐标轴 横轴 纵轴 横坐标 纵坐标 x轴 y轴 布局 版面 版式 排版 图标 徽标 符号 形状 波形 色块',
  '左上角 右上角 左下角 右下角 长什么样 什么样子 长啥样 看起来像什么 看上去像什么',
  // colours
  '颜色 何色 什么色 哪种色 配色 上色 涂色',
  // equations
  '公式 方程 方程式 方程组 数式 算式 化学式 分子式 结构式 反应式 关系式',
  // Japanese
  'グラフ チャート 写真 画像 イラスト 矢印 の色 色は 色の スクリーンショット 表を 表に 表の 表は 表で 表から',
].flatMap((line) => line.split(' '));

/** Words with a sign of the above in them that are about something else. */
export const HAN_OTHER: readonly string[] = [
  // 图: to strive for, and names
  '图书 图书馆 意图 企图 试图 力图 妄图 希图 贪图 谋图 图谋 图财 图利益 图个 图省事 图方便 图便宜 图新鲜 图热闹 图安逸 图虚名 图名利 图一时 图一乐 图利他人 图私利 图文并茂 图眼前 图回报',
  '你图什么 他图什么 她图什么 你图的是 他图的是 她图的是 到底图什么 图啥呢 另有所图 知恩图报 唯利是图 有利可图 无利可图 励精图治 奋发图强 发愤图强 救亡图存 图穷匕见 按图索骥',
  '版图 蓝图 宏图 雄图 鸿图 图腾 图景 路线图 地图炮 图论 图数据库 图神经网络 图算法 知识图谱 图像处理 图像识别 图像分类 图像传感器 图像算法 图像分割',
  '图灵 柏拉图 图瓦卢 图卢兹 图们江 图坦卡蒙 图拉真 图西族 斯图加特 斯图尔特 图尔 美图秀秀 巴图 昌图 图们',
  '图る 图っ 图り 图れ 图ら 图ろ',
  // 表: to express, an outside, a clock, a list
  '表达 表示 表明 表现 表面 表演 表扬 表决 表态 表率 表彰 表白 表露 表述 表征 表情 表亲 表哥 表姐 表弟 表妹 表皮 表层 表观 表里如一 表里山河 表里不一 表外 表内 表达式 正则表达式',
  '代表 发表 手表 外表 列表 名单列表 钟表 仪表 电表 水表 煤气表 怀表 腕表 秒表 地表 体表 仪表盘 仪表板 言表 师表 为人师表 万用表 由表及里 出师表 年表 时间表 日程表 课程表 报表 财务报表 资产负债表 利润表 现金流量表 电流表 电压表 里程表',
  // 式, 方程, 公式
  '公式化 公式照 公式戦 公式サイト 方程式赛车 一级方程式 方程豹',
  // 色, 颜色 and colours as a manner of speaking
  '特色 角色 景色 出色 货色 脸色 染色体 色彩 色情 好色 逊色 起色 眼色 神色 物色 音色 绝色 声色 本色 成色 夜色 暮色 气色 颜色革命 颜色看看 一点颜色 形形色色 各色 色々 色んな 色素',
  // 曲线, 坐标, 布局, 符号, 阴影
  '曲线救国 曲线运动 曲线美 学习曲线 人生坐标 历史坐标 战略布局 产业布局 全球布局 海外布局 国际布局 业务布局 市场布局 区域布局 投资布局 资产布局 渠道布局 产能布局 专利布局 生产力布局 总体布局 提前布局 积极布局 加快布局 布局未来 布局海外 布局新能源 布局全球 总布局 布局谋篇 符号学 标点符号 文化符号 象征符号 形状记忆 排版费 领域布局 领域的布局 行业布局 多元布局 优化布局',
  '封面人物 画面感 画了句号 画了等号 画了饼',
].flatMap((line) => line.split(' '));

/** Colours count where something drawn has one (红色曲线), not in 绿色金融 or 红色旅游. */
const COLOURS = '(?:红|蓝|绿|黄|黑|白|灰|紫|橙|粉|棕|褐|青|金|银|深红|浅蓝|深蓝|浅绿|浅灰|深灰|橘|粉红)';
const MARKS =
  '(?:线(?![路索程城上下])|曲线|折线|虚线|实线|直线|箭头|部分|区域|圆点|圆圈|点|柱|柱子|框|方框|方块|标记|阴影|字|文字|三角|三角形|圆|圆形|扇形|条(?![件例约])|块|色块|星号|单元格)';

/** Regular expressions over folded text, read before the words. Keep every quantifier bounded. */
export const HAN_PHRASES: readonly string[] = [
  `${COLOURS}色的?(?:那条|那个|那部分)?${MARKS}(?!上市|上网|旅游|主义|名单)`,
  `${COLOURS}(?:色)?(?:曲线|折线|虚线|实线|箭头|圆点|方框|圆圈|色块)`,
  `${COLOURS}色(?:分别)?(?:代表|表示|指的?是?|是)(?:什么|啥|哪)`,
  `(?:标|涂|染|画|印|显示)(?:成|为)了?${COLOURS}色`,
  '(?:是|用|什么|哪种|哪些|几种)颜色',
  '(?:这|那|哪|每)(?:一)?[张个份些]表(?![示达明现面演扬决态率彰白情])',
  '[标涂][红黄绿蓝]',
  `${COLOURS}线(?:代表|表示|指的?是?|是)(?:什么|啥|哪)`,
  '哪[一]?[条根]线|最[高低长短]的柱',
  '(?:[上下左右][面边方]|后面|前面|第[一二三四五六七八九十\\d]{1,3}[张个页])的?表(?![示达明现面演扬决态率彰白情述格])',
  '(?:蓝图|路线图)(?:[上里]|中的|在第)',
  '画中的?[人物]',
  '表(?:上|里|内)(?:的|有|没|写|列|标)',
  '(?<![\u3400-\u9fff])[上下]?式中?(?=[,:]|为|是|的)|(?:如|由|见|据|按|用)[上下]式|(?<![\u3400-\u9fff])[上下]式',
];

/** A visual word that ends in one of these signs is none where the next sign makes another word: 如|图书馆, 这些|表示. */
export const HAN_NOT_BEFORE: Readonly<Record<string, string>> = {
  图: '书谋腾灵',
  表: '达示明现面演扬决态率彰白情述征皮层露哥姐弟妹',
};

/** Those of the words above by which a book refers to something to look at. */
export const HAN_REFERENCES: ReadonlySet<string> = new Set(
  '上图 下图 左图 右图 此图 该图 本图 如图 见图 图中 图示 附图 上表 下表 左表 右表 该表 此表 本表 附表 续表 如表 见表 表中 上式 下式 如上式 如下式 由上式 由下式 见上式 见下式'.split(
    ' ',
  ),
);
