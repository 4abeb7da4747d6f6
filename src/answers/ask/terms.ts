/**
 * Ways of naming one thing in financial reports, in English and Chinese. A line holds what may stand for each other; what
 * accounts keep apart (营业收入 and 营业总收入, gross and net) stands on lines of its own.
 */
const TERMS = `
revenue|revenues|sales|turnover|营业收入|营收|收入|売上高
operating revenue|operating revenues|营业收入
total revenue|total revenues|total sales|营业总收入|总收入|总营收|收入总额
total income|总收入|收入总额
expense|expenses|expenditure|spending|spent|spend|支出|费用|开支
total expenses|total spending|total expenditure|spend in total|spent in total|总支出|总费用|支出总额|支出合计
cost|costs|成本
cost of revenue|cost of sales|cost of goods sold|营业成本
net income|net profit|net earnings|净利润|纯利|純利|当期純利益
net income attributable to shareholders|net profit attributable to shareholders|profit attributable to shareholders|归属于上市公司股东的净利润|归母净利润|股东应占净利润
non gaap|非gaap|非通用会计准则|非公认会计准则
gross profit|毛利|毛利润
gross margin|毛利率
operating income|op income|operating profit|income from operations|营业利润|经营利润|营業利益
operating margin|op margin|营业利润率|经营利润率
profit before tax|income before taxes|pretax profit|利润总额|税前利润
income tax|income taxes|所得税
earnings per share|eps|每股收益|每股盈利
basic earnings per share|basic eps|基本每股收益
diluted earnings per share|diluted eps|稀释每股收益|摊薄每股收益
total assets|assets|总资产|资产总计|资产总额
total liabilities|liabilities|总负债|负债合计|负债总额
net assets|净资产
equity|shareholders equity|stockholders equity|股东权益|所有者权益|权益
cash|cash and cash equivalents|现金|货币资金|现金及现金等价物
inventory|inventories|存货
accounts receivable|receivables|应收账款
accounts payable|payables|应付账款
operating cash flow|net cash from operating activities|cash flow from operations|经营活动产生的现金流量净额|经营活动现金流量净额|经营现金流量净额|经营现金流|经营性现金流
expense ratio|费用率|费用比率
cost ratio|成本率
return on equity|roe|净资产收益率|股本回报率
weighted average return on equity|weighted average roe|加权平均净资产收益率
year over year|year on year|yoy|y y|同比
reporting period|current period|this period|本报告期|报告期|本期
end of the reporting period|end of the period|period end|本报告期末|报告期末|期末
same period last year|same period of the previous year|same period of last year|prior year period|上年同期|去年同期
research and development|r d|研发|研发费用|研发支出
marketing|sales and marketing|销售费用|市场费用
administration|administrative|admin|general and administrative|management and general|g a|管理费用|行政|行政费用
fundraising|筹款|募款
individual donations|个人捐款|个人捐赠
donations|donation|contributions|捐款|捐赠
grants|grant|拨款|赠款|补助
program services|项目服务|项目支出
total|sum|合计|总计|总额|总数
distribution|mix|分布|构成|结构
agency|代理|代理渠道
partnerships|partnership|合作伙伴|合作渠道
value of new business|vonb|新业务价值
premium|premiums|保费
customers|customer accounts|客户|客户数
employees|headcount|员工|员工人数
dividend|dividends|股息|分红|股利
depreciation|折旧
salaries|wages|工资|薪酬
rent|租金
government|政府
usa|united states|美国
foundations|foundation|基金会
enquiries|enquiry|inquiries|inquiry|询问
corporate|corporations|企业
other|others|其他|其它
quarterly|季度
annual|yearly|年度
issuance|发行|发行量
disability|残疾
unspecified|未说明|未指明
population|人口
`;

export const TERM_GROUPS: readonly (readonly string[])[] = TERMS.trim()
  .split('\n')
  .map((line) => line.split('|'));
