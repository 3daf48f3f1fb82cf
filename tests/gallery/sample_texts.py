"""Texts of the conversations in the pictures, in every language."""

from dataclasses import dataclass

from deskpet import translation


@dataclass(frozen=True, slots=True)
class Said:
    """Texts of users, models and personas. The lists have equal lengths in every language."""

    question: str
    reply: str
    short: str
    long: str
    thought: str
    where: str
    by_the_sea: str
    draft: str
    greeting: str
    look_up: str
    half: str
    today: str
    look: str
    brief: str
    things: tuple[str, str, str]
    small: str
    remind: str
    will_do: str
    titles: tuple[str, ...]
    word: str  # a search text
    hits: tuple[str, str, str]  # texts that contain it once each
    nowhere: str  # a search text without hits
    table: str
    prompt: str
    fox: str
    hello: tuple[str, str, str]
    remembered: tuple[str, str, str, str, str]


ENGLISH = Said(
    question="Tell me of otters",
    reply="They hold hands while they sleep.",
    short="Hi",
    long="A longer question that needs more than a line, with `code` that stays as it was typed.\n\nAnd more.",
    thought="The person asks for otters.\n\n- I could search\n- or tell what I know\n\nSearching is better.",
    where="Where was this?",
    by_the_sea="By the sea, in the evening.",
    draft="Look at these,\nthey are from last summer.\nWhich one is the best?",
    greeting="Hello! I'm **Mikan**. I live here now, if you like, and I talk without any network at all.",
    look_up="I look it up.",
    half="Half an answer, and then",
    today="Hello Mikan! What's on my list for today?",
    look="Let me have a look.",
    brief="The notes will tell. I read them and then say it briefly.",
    things=("Buy oat milk", "Water the tomatoes", "Call Ada"),
    small="Three things, all of them small:",
    remind="Remind me of the tomatoes in 20 minutes",
    will_do="I will! They'll be thirsty by then 🍅",
    titles=(
        "Otters and other sea friends",
        "The list for today",
        "What does this error mean?",
        "A poem about the first snow, with a very long title that does not fit",
        "晚饭吃什么",
        "旅行の計画",
        "Learning to whistle",
    ),
    word="otter",
    hits=(
        "The otter and other sea friends",
        "… they hold hands while they sleep: an otter never drifts away …",
        "… like an otter, lying on your back",
    ),
    nowhere="walrus",
    table="| Pet | Likes | Hours of sleep |\n|:----|:-----:|---------------:|\n"
    "| Mikan | oranges | 9 |\n| Yuki | snow and tea | 11 |",
    prompt="You live on the user's desktop. You are warm, curious and brief.",
    fox="A fox who has read every book about the stars.",
    hello=("Hello {{user}}! The sky is clear tonight.", "Oh, it's you! I was just reading.", "Psst. Look up."),
    remembered=(
        "Plays the cello in a small orchestra",
        "My name is Ada and I live in Bergen",
        "I always drink green tea in the morning",
        "My sister Mia is a nurse in Porto",
        "I have an exam on 4 December",
    ),
)
CHINESE = Said(
    question="给我讲讲海獭吧",
    reply="它们睡觉时会手拉着手。",
    short="你好",
    long="这是一个比较长的问题，一行放不下，里面的 `code` 会照原样显示，不会变成别的样子。\n\n后面还有一段。",
    thought="用户想了解海獭。\n\n- 可以搜索一下\n- 也可以直接讲我知道的\n\n还是搜索更好。",
    where="这是在哪里？",
    by_the_sea="傍晚的海边。",
    draft="看看这几张，\n都是去年夏天拍的。\n哪张最好看？",
    greeting="你好！我是 **Mikan**。你愿意的话，我就住在这里了，没有网络也能聊天。",
    look_up="我查一下。",
    half="说到一半的回答，然后",
    today="Mikan，早上好！今天要做些什么？",
    look="我看看。",
    brief="笔记里应该有。先读一读，再简短地说。",
    things=("买燕麦奶", "给番茄浇水", "给小雨打电话"),
    small="三件小事：",
    remind="20 分钟后提醒我给番茄浇水",
    will_do="好的！到时候它们该渴了 🍅",
    titles=(
        "海獭和它的海洋朋友",
        "今天的清单",
        "这个报错是什么意思？",
        "一首关于初雪的诗，标题特别特别长，长到这里怎么也放不下",
        "Learning to whistle",
        "旅行の計画",
        "晚饭吃什么",
    ),
    word="海獭",
    hits=("海獭和它的海洋朋友", "……它们睡觉时手拉着手，所以海獭不会漂走……", "……像海獭一样仰面躺着"),
    nowhere="海象",
    table="| 宠物 | 喜欢 | 睡几个小时 |\n|:----|:-----:|---------------:|\n"
    "| Mikan | 橘子 | 9 |\n| Yuki | 雪和茶 | 11 |",
    prompt="你住在用户的桌面上。你热情、好奇，说话简短。",
    fox="一只读遍了所有星空书籍的狐狸。",
    hello=("{{user}}，晚上好！今晚的天空很晴朗。", "啊，是你呀！我正在看书呢。", "嘘，抬头看。"),
    remembered=(
        "我在一个小乐团拉大提琴",
        "我叫林芽，住在杭州",
        "我早上总喝绿茶",
        "我妹妹小雨在成都当护士",
        "12 月 4 日我有考试",
    ),
)
JAPANESE = Said(
    question="ラッコのことを教えて",
    reply="眠るときに手をつなぐんですよ。",
    short="やあ",
    long="一行には収まらない少し長めの質問です。`code` は打ったとおりに、そのまま残ります。\n\nまだ続きます。",
    thought="ラッコのことを聞かれた。\n\n- 検索するか\n- 知っていることを話すか\n\n検索のほうがよさそう。",
    where="これはどこ？",
    by_the_sea="夕方の海辺です。",
    draft="これを見て。\n去年の夏の写真だよ。\nどれがいちばんいい？",
    greeting="こんにちは、**Mikan** です。よければここで暮らしますね。ネットがなくてもお話しできますよ。",
    look_up="調べてみますね。",
    half="途中までの返事、そして",
    today="ミカン、おはよう。今日の予定は？",
    look="見てみますね。",
    brief="メモにあるはず。読んでから、手短に伝えよう。",
    things=("オーツミルクを買う", "トマトに水をやる", "アイさんに電話する"),
    small="三つ、どれも小さなことです。",
    remind="20分後にトマトの水やりを知らせて",
    will_do="わかりました。そのころには喉が渇いていますね 🍅",
    titles=(
        "ラッコと海の仲間たち",
        "今日の予定",
        "このエラーはどういう意味？",
        "初雪についての詩、題がとてもとても長くて、ここにはとても収まりきらないもの",
        "晚饭吃什么",
        "Learning to whistle",
        "旅行の計画",
    ),
    word="ラッコ",
    hits=("ラッコと海の仲間たち", "…眠るときに手をつなぐので、ラッコは流されません…", "…ラッコみたいに仰向けになって"),
    nowhere="セイウチ",
    table="| ペット | 好きなもの | 睡眠時間 |\n|:----|:-----:|---------------:|\n"
    "| Mikan | みかん | 9 |\n| Yuki | 雪とお茶 | 11 |",
    prompt="あなたはデスクトップで暮らしています。あたたかく、好奇心があり、手短に話します。",
    fox="星の本をすべて読んだキツネ。",
    hello=(
        "{{user}}さん、こんばんは。今夜は空がきれいですよ。",
        "あ、来てくれたんですね。本を読んでいました。",
        "ねえ、上を見て。",
    ),
    remembered=(
        "小さなオーケストラでチェロを弾いています",
        "名前はあおいで、京都に住んでいます",
        "朝はいつも緑茶を飲みます",
        "妹のみなはポルトで看護師をしています",
        "12月4日に試験があります",
    ),
)
_BY_CODE = {"en": ENGLISH, "zh": CHINESE, "ja": JAPANESE}


def said() -> Said:
    """Return the texts in the current language."""
    return _BY_CODE[translation.language()]
