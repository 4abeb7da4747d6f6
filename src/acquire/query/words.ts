const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that join others: no catalogue is searched by them. */
export const JOINING = words(
  'the and for with from into onto over under near about this that these those their its his her our your which while being ' +
    'have has had are was were will would can could should more most very some any such than then them other using use used ' +
    'showing shown featuring depicting like just also only between during 的 了 和 与 與 在 是 之 の と や が を に は',
);

/**
 * Words that say how a picture looks or what it is for, not what is in it. They weigh little, and are the first to go where a
 * query is cut short.
 */
export const GENERIC = words(
  'photo photos photograph photography picture pictures image images stock wallpaper background backgrounds backdrop banner ' +
    'cover header hero visual visuals illustration concept abstract view scene shot closeup panorama aerial wide angle high ' +
    'quality resolution hd 4k uhd sharp clean clear professional editorial commercial premium cinematic dramatic beautiful ' +
    'stunning amazing lovely nice modern contemporary simple minimal minimalist natural lighting light bright soft warm cool ' +
    'colorful colourful vivid vibrant mood atmosphere style texture copyspace space empty blurred bokeh jpg jpeg png file ' +
    '照片 图片 圖片 背景 壁纸 壁紙 摄影 攝影 高清 素材 写真 画像 風景写真 사진 배경 이미지',
);

/**
 * Kinds of things that names are shared by: where a required term is one of these and nothing else, it holds no identity.
 */
export const CATEGORIES = words(
  'bridge tower temple village canyon castle palace church cathedral mosque museum park garden square street road station ' +
    'airport harbor harbour port river lake sea ocean beach island mountain hill valley forest desert waterfall city town ' +
    'building house skyscraper skyline market shop restaurant hotel school university library hospital stadium theater theatre ' +
    'monument statue memorial gate wall fort fortress ruin ruins cave pagoda shrine monastery factory office farm field road ' +
    'train car ship boat plane aircraft bicycle person people man woman child animal dog cat bird flower tree food ' +
    '桥 橋 大桥 塔 寺 寺庙 村 村庄 古镇 古鎮 古城 古村 峡谷 城堡 宫殿 教堂 博物馆 公园 花园 广场 街 老街 车站 机场 港口 河 湖 海 海滩 岛 山 山谷 ' +
    '森林 沙漠 瀑布 城市 镇 楼 大楼 建筑 市场 酒店 学校 大学 纪念碑 雕像 城墙 遗址 石窟 庙 駅 寺院 神社 城 川 湖 島 다리 탑 사원 마을',
);

/**
 * Things that are called after others: a picture whose title has one of these, unasked, may show a station or a ship of that
 * name instead of what bears it.
 */
export const NAMESAKES = words(
  'station metro subway tram railway bus airport airline airlines hotel hostel restaurant cafe shop store mall street avenue boulevard ' +
    'school college stadium ship boat ferry submarine locomotive aircraft asteroid crater stamp coin banknote poster logo flag ' +
    'map plan diagram chart model miniature replica lego toy souvenir painting drawing engraving sketch costume plaque sign ' +
    '地铁 地鐵 车站 站台 公交 轨道 机场 酒店 宾馆 餐厅 路牌 邮票 硬币 海报 地图 模型 仿制 玩具 纪念品 绘画 駅 切手 地図 模型 역',
);
