<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ActivityModel</name>
    <message>
        <source>Remembered from the same question before.</source>
        <translation>同样的问题以前问过，直接取自记忆。</translation>
    </message>
    <message>
        <source>“{section}” changed</source>
        <translation>“{section}”有改动</translation>
    </message>
    <message>
        <source>Messages: {count}. Tokens: {before} before, {after} after.</source>
        <translation>消息 {count} 条。词元：之前 {before}，之后 {after}。</translation>
    </message>
    <message>
        <source>Still in view: {messages}</source>
        <translation>仍留在窗口里：{messages}</translation>
    </message>
    <message>
        <source>Summarised older messages</source>
        <translation>把较早的消息归入摘要</translation>
    </message>
    <message>
        <source>The summary changed</source>
        <translation>摘要有了改动</translation>
    </message>
    <message>
        <source>Messages: {count}.</source>
        <translation>消息：{count} 条。</translation>
    </message>
    <message>
        <source>Taken back</source>
        <translation>已撤回</translation>
    </message>
    <message>
        <source>{used} of {budget} tokens</source>
        <translation>{used} / {budget} 个词元</translation>
    </message>
    <message>
        <source>The context window is filling up</source>
        <translation>上下文窗口快满了</translation>
    </message>
    <message>
        <source>From your message {source}.</source>
        <translation>来自你的消息 {source}。</translation>
    </message>
    <message>
        <source>Noted without the model</source>
        <translation>未经模型记下</translation>
    </message>
    <message>
        <source>The model edited an older text</source>
        <translation>模型修改的是旧内容</translation>
    </message>
    <message>
        <source>Two notes cannot both hold</source>
        <translation>两条记录互相矛盾</translation>
    </message>
    <message>
        <source>{other} says the same as {address}.</source>
        <translation>{other} 与 {address} 说的是同一件事。</translation>
    </message>
    <message>
        <source>Folded what was kept twice</source>
        <translation>合并了重复保存的内容</translation>
    </message>
    <message>
        <source>{address} waits for your decision</source>
        <translation>{address} 等待你的决定</translation>
    </message>
    <message>
        <source>{address} waits no more</source>
        <translation>{address} 已不再等待</translation>
    </message>
    <message>
        <source>cited</source>
        <translation>被引用</translation>
    </message>
    <message>
        <source>paged in</source>
        <translation>刚调入</translation>
    </message>
</context>
<context>
    <name>ActivityPanel</name>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Nothing yet. Every search, every change of memory and every summary will be listed here.</source>
        <translation>还没有内容。每次搜索、每次记忆改动和每次摘要都会列在这里。</translation>
    </message>
    <message>
        <source>Last step: {read} tokens read, {written} written, {speed} per second</source>
        <translation>上一步：读入 {read} 个词元，写出 {written} 个，每秒 {speed} 个</translation>
    </message>
</context>
<context>
    <name>Application</name>
    <message>
        <source>Something went wrong in the window ({error}). What you said and stored is safe; the log has the details.</source>
        <translation>窗口出了问题（{error}）。你说过和存入的内容都是安全的，详情见日志。</translation>
    </message>
</context>
<context>
    <name>AsOfDialog</name>
    <message>
        <source>Memory on a day</source>
        <translation>某一天的记忆</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Memory on that day</source>
        <translation>那一天的记忆</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Nothing was in memory on that day.</source>
        <translation>那一天记忆里还什么都没有。</translation>
    </message>
    <message>
        <source>As it was at the end of that day, to be read only.</source>
        <translation>这是那天结束时的样子，只供阅读。</translation>
    </message>
    <message>
        <source>Nothing yet.</source>
        <translation>还没有内容。</translation>
    </message>
    <message>
        <source>(forgotten since)</source>
        <translation>（后来已忘记）</translation>
    </message>
    <message>
        <source>Kept notes</source>
        <translation>保存的笔记</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
    <message>
        <source>Details…</source>
        <translation>详情…</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>重新启动引擎</translation>
    </message>
    <message>
        <source>The engine starts again; nothing that was accepted is lost.</source>
        <translation>引擎正在重新启动；已收下的内容都不会丢失。</translation>
    </message>
    <message>
        <source>{reason} It is being restarted; nothing that was accepted is lost.</source>
        <translation>{reason}正在重新启动，已收下的内容不会丢失。</translation>
    </message>
    <message>
        <source>{reason} What is stored is safe; restart the engine to go on.</source>
        <translation>{reason}已保存的内容都安全；重新启动引擎即可继续。</translation>
    </message>
    <message>
        <source>{reason} Until then, search knows words only.</source>
        <translation>{reason}在此之前，搜索只能按字词匹配。</translation>
    </message>
</context>
<context>
    <name>Changes</name>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>The assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>The program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>a kept note</source>
        <translation>一条笔记</translation>
    </message>
    <message>
        <source>a message</source>
        <translation>一条消息</translation>
    </message>
    <message>
        <source>a reminder</source>
        <translation>一条提醒</translation>
    </message>
    <message>
        <source>the summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>a topic</source>
        <translation>一个话题</translation>
    </message>
    <message>
        <source>a document</source>
        <translation>一份文档</translation>
    </message>
    <message>
        <source>a proposal</source>
        <translation>一项提议</translation>
    </message>
    <message>
        <source>{who} added to {what}</source>
        <translation>{who}补充了{what}</translation>
    </message>
    <message>
        <source>{who} changed {what}</source>
        <translation>{who}修改了{what}</translation>
    </message>
    <message>
        <source>{who} kept a note</source>
        <translation>{who}保存了一条笔记</translation>
    </message>
    <message>
        <source>{who} set a reminder</source>
        <translation>{who}设了一条提醒</translation>
    </message>
    <message>
        <source>{who} put off a reminder</source>
        <translation>{who}推迟了一条提醒</translation>
    </message>
    <message>
        <source>{who} called off a reminder</source>
        <translation>{who}取消了一条提醒</translation>
    </message>
    <message>
        <source>{who} made the section {what}</source>
        <translation>{who}新建了{what}</translation>
    </message>
    <message>
        <source>{who} changed the settings of {what}</source>
        <translation>{who}修改了{what}的设置</translation>
    </message>
    <message>
        <source>{who} removed the section {what}</source>
        <translation>{who}移除了{what}</translation>
    </message>
    <message>
        <source>{who} renamed a topic</source>
        <translation>{who}给一个话题改了名</translation>
    </message>
    <message>
        <source>{who} wrote the summary anew</source>
        <translation>{who}重写了摘要</translation>
    </message>
    <message>
        <source>{who} changed the topic</source>
        <translation>{who}换了话题</translation>
    </message>
    <message>
        <source>{who} put a line of {what} into the trash</source>
        <translation>{who}把{what}中的一行放进了回收站</translation>
    </message>
    <message>
        <source>{who} put {what} into the trash</source>
        <translation>{who}把{what}放进了回收站</translation>
    </message>
    <message>
        <source>{who} deleted {what} for good</source>
        <translation>{who}彻底删除了{what}</translation>
    </message>
    <message>
        <source>{who} found {what} confirmed</source>
        <translation>{who}发现{what}得到了证实</translation>
    </message>
    <message>
        <source>{who} folded what was kept twice</source>
        <translation>{who}合并了重复保存的内容</translation>
    </message>
    <message>
        <source>{who} took back a message with its answer</source>
        <translation>{who}撤回了一条消息及其回答</translation>
    </message>
    <message>
        <source>{who} took back a change of {what}</source>
        <translation>{who}撤销了对{what}的一次修改</translation>
    </message>
    <message>
        <source>{who} made a change of {what} again</source>
        <translation>{who}恢复了对{what}的一次修改</translation>
    </message>
    <message>
        <source>{who} brought back {what}</source>
        <translation>{who}找回了{what}</translation>
    </message>
    <message>
        <source>{who} proposed a change</source>
        <translation>{who}提议了一项修改</translation>
    </message>
    <message>
        <source>{who} decided on a proposal</source>
        <translation>{who}对一项提议作了决定</translation>
    </message>
    <message>
        <source>{who} let a proposal lapse</source>
        <translation>{who}让一项提议过期了</translation>
    </message>
    <message>
        <source>“{section}”</source>
        <translation>“{section}”</translation>
    </message>
</context>
<context>
    <name>Citations</name>
    <message>
        <source>{seen} of {count} passages of {title}</source>
        <translation>{title} 的 {count} 个段落中的 {seen} 个</translation>
    </message>
    <message>
        <source>seen: {parts}</source>
        <translation>已看到：{parts}</translation>
    </message>
    <message>
        <source>You, {day}</source>
        <translation>你，{day}</translation>
    </message>
    <message>
        <source>Assistant, {day}</source>
        <translation>助手，{day}</translation>
    </message>
    <message>
        <source>The program, {day}</source>
        <translation>程序，{day}</translation>
    </message>
    <message>
        <source>Note, {day}</source>
        <translation>笔记，{day}</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Write a message…</source>
        <translation>写点什么…</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the answer and keep what was said so far (Esc)</source>
        <translation>停止回答，保留已经写出的部分 (Esc)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Leave it as it is (Esc)</source>
        <translation>保持原样（Esc）</translation>
    </message>
    <message>
        <source>The engine is not running, so nothing can be sent. Your text stays here.</source>
        <translation>引擎没有运行，暂时无法发送。你写的内容会留在这里。</translation>
    </message>
    <message>
        <source>You can go on writing: messages wait their turn.</source>
        <translation>可以继续写：消息会排队等候。</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line</source>
        <translation>Enter 发送，Shift+Enter 换行</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>发送 (Enter)</translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>Context window</source>
        <translation>上下文窗口</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>Exact text</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>What the model reads, part by part; a click on a part shows it too</source>
        <translation>模型读到的内容，逐部分显示；点击某个部分也可以查看</translation>
    </message>
    <message>
        <source>{used} of {window} tokens</source>
        <translation>{used} / {window} 个词元</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>系统指令</translation>
    </message>
    <message>
        <source>How the assistant works; always in view.</source>
        <translation>规定助手如何工作，始终在窗口内。</translation>
    </message>
    <message>
        <source>Working context</source>
        <translation>工作记忆</translation>
    </message>
    <message>
        <source>What it always knows about you and itself.</source>
        <translation>助手始终记得的、关于你和它自己的内容。</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Older messages, in short.</source>
        <translation>较早消息的概要。</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>The latest messages, word for word.</source>
        <translation>最近的消息，逐字保留。</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Room for more messages.</source>
        <translation>还能放下更多消息的空间。</translation>
    </message>
    <message>
        <source>Reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>Kept free for the answer.</source>
        <translation>为回答留出的空间。</translation>
    </message>
</context>
<context>
    <name>ConversationExport</name>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Export the conversation</source>
        <translation>导出对话</translation>
    </message>
    <message>
        <source>conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>The conversation could not be written to {file} ({error}). Choose another place.</source>
        <translation>无法将对话写入 {file}（{error}）。请选择其他位置。</translation>
    </message>
    <message>
        <source>The conversation is in {file}.</source>
        <translation>对话已保存到 {file}。</translation>
    </message>
</context>
<context>
    <name>ConversationModel</name>
    <message>
        <source>Older messages were summarised to make room. All of them can still be found.</source>
        <translation>为腾出空间，较早的消息已归入摘要。它们仍然都能找到。</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>正在发送…</translation>
    </message>
    <message>
        <source>not from memory</source>
        <translation>并非出自记忆</translation>
    </message>
    <message>
        <source>Waiting its turn</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Will be taken back</source>
        <translation>将被撤回</translation>
    </message>
    <message>
        <source>Waiting: something more urgent came first</source>
        <translation>等待中：先处理更紧急的事</translation>
    </message>
    <message>
        <source>Not sent: {reason}</source>
        <translation>未发送：{reason}</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在书写…</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>另有 {count} 个</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Thought about the answer</source>
        <translation>想了想再回答</translation>
    </message>
</context>
<context>
    <name>ConversationPanel</name>
    <message>
        <source>{address} is not shown in the conversation; it was taken back.</source>
        <translation>{address} 不在对话中显示，因为它已被撤回。</translation>
    </message>
    <message>
        <source>Rewriting the last thought. What you write takes its place.</source>
        <translation>正在改写上一个想法。你写的内容将取代它。</translation>
    </message>
    <message>
        <source>Editing your last message. It is taken back with its answer, and this is said instead.</source>
        <translation>正在修改你的上一条消息。它和它的回答会被撤回，改为发送这里的内容。</translation>
    </message>
    <message>
        <source>Rewriting the last answer. What you write takes its place.</source>
        <translation>正在改写上一个回答。你写的内容会替换它。</translation>
    </message>
    <message>
        <source>Editing a message that waits. It is taken back, and this is said instead.</source>
        <translation>正在编辑一条等待中的消息。它将被撤回，改为发送这条。</translation>
    </message>
</context>
<context>
    <name>ConversationView</name>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Show or hide the steps</source>
        <translation>展开或收起步骤</translation>
    </message>
</context>
<context>
    <name>DocumentsPanel</name>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
</context>
<context>
    <name>DropArea</name>
    <message>
        <source>Drop files or folders anywhere in this window</source>
        <translation>把文件或文件夹拖到窗口的任何位置</translation>
    </message>
    <message>
        <source>PDF, Office, OpenDocument, e-books, mail, web pages, text, archives</source>
        <translation>PDF、Office、OpenDocument、电子书、邮件、网页、文本、压缩包</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Watched folders…</source>
        <translation>关注的文件夹…</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop to remember</source>
        <translation>松手即可记住</translation>
    </message>
</context>
<context>
    <name>EditableCard</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edit “{section}”</source>
        <translation>编辑“{section}”</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>It has changed meanwhile. It now reads: “{text}” Saving replaces that.</source>
        <translation>内容刚刚有了改动，现在是：“{text}”。保存会覆盖它。</translation>
    </message>
    <message>
        <source>Nothing yet.</source>
        <translation>还没有内容。</translation>
    </message>
</context>
<context>
    <name>EmptyConversation</name>
    <message>
        <source>Hello.</source>
        <translation>你好。</translation>
    </message>
    <message>
        <source>This assistant remembers. Tell it about yourself, or drop documents anywhere in this window and ask about them. Everything stays on this computer.</source>
        <translation>这个助手有记性。跟它说说你自己，或者把文档拖进窗口再提问。所有内容都只留在这台电脑上。</translation>
    </message>
    <message>
        <source>My name is … and I work as …</source>
        <translation>我叫……，我的工作是……</translation>
    </message>
    <message>
        <source>What do you know about me?</source>
        <translation>你知道我哪些事？</translation>
    </message>
    <message>
        <source>What do my documents say about …?</source>
        <translation>我的文档里是怎么说……的？</translation>
    </message>
</context>
<context>
    <name>EngineWords</name>
    <message>
        <source>The engine stopped: it was killed, perhaps because the machine ran out of memory ({signal}).</source>
        <translation>引擎停止了：它被强行结束，可能是内存不足（{signal}）。</translation>
    </message>
    <message>
        <source>The engine stopped: a library gave up ({signal}).</source>
        <translation>引擎停止了：某个程序库主动中止（{signal}）。</translation>
    </message>
    <message>
        <source>The engine stopped: a library accessed memory that is not its own ({signal}).</source>
        <translation>引擎停止了：某个程序库访问了不属于它的内存（{signal}）。</translation>
    </message>
    <message>
        <source>The engine stopped: a library used an instruction that this processor does not have ({signal}).</source>
        <translation>引擎停止了：某个程序库用了这颗处理器没有的指令（{signal}）。</translation>
    </message>
    <message>
        <source>The engine stopped: a file that it reads was cut off or a disk is full ({signal}).</source>
        <translation>引擎停止了：它读取的文件被截断，或者磁盘已满（{signal}）。</translation>
    </message>
    <message>
        <source>The engine stopped: it was asked to end ({signal}).</source>
        <translation>引擎停止了：它被要求退出（{signal}）。</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly (exit code {code}).</source>
        <translation>引擎意外停止（退出码 {code}）。</translation>
    </message>
    <message>
        <source>The model file {path} does not exist.</source>
        <translation>模型文件 {path} 不存在。</translation>
    </message>
    <message>
        <source>Choose another model, or put the file back.</source>
        <translation>请选择其他模型，或把文件放回原处。</translation>
    </message>
    <message>
        <source>{path} is a folder, not a model file.</source>
        <translation>{path} 是文件夹，不是模型文件。</translation>
    </message>
    <message>
        <source>Choose a .gguf file.</source>
        <translation>请选择 .gguf 文件。</translation>
    </message>
    <message>
        <source>The file {path} is empty.</source>
        <translation>文件 {path} 是空的。</translation>
    </message>
    <message>
        <source>The file {path} is not a GGUF model.</source>
        <translation>文件 {path} 不是 GGUF 模型。</translation>
    </message>
    <message>
        <source>Choose a file in GGUF format (its name usually ends in .gguf).</source>
        <translation>请选择 GGUF 格式的文件（文件名通常以 .gguf 结尾）。</translation>
    </message>
    <message>
        <source>The model file {path} is incomplete: it has {have} of {need} bytes ({missing} are missing).</source>
        <translation>模型文件 {path} 不完整：共需 {need} 字节，只有 {have} 字节（缺 {missing} 字节）。</translation>
    </message>
    <message>
        <source>The header of the model file {path} is damaged or cut off after {size} bytes.</source>
        <translation>模型文件 {path} 的文件头已损坏，或在 {size} 字节处被截断。</translation>
    </message>
    <message>
        <source>Download or copy it again, or choose another model.</source>
        <translation>请重新下载或复制，或选择其他模型。</translation>
    </message>
    <message>
        <source>The model {path} has no chat template, so it is not known how to talk to it.</source>
        <translation>模型 {path} 没有对话模板，不知道该怎样与它对话。</translation>
    </message>
    <message>
        <source>Choose an instruct or chat model, or a newer GGUF of this one.</source>
        <translation>请选择指令或对话模型，或该模型较新的 GGUF。</translation>
    </message>
    <message>
        <source>Free some memory, choose a smaller window, or choose another model.</source>
        <translation>请释放一些内存、选择较小的上下文窗口，或选择其他模型。</translation>
    </message>
    <message>
        <source>Your message is stored, but there is no model to answer it.</source>
        <translation>你的消息已存入，但没有模型可以回答。</translation>
    </message>
    <message>
        <source>The embedder&apos;s folder {path} does not exist.</source>
        <translation>搜索模型的文件夹 {path} 不存在。</translation>
    </message>
    <message>
        <source>Put a sentence-transformers model folder there, or choose another one.</source>
        <translation>请在那里放一个 sentence-transformers 模型文件夹，或另选一个。</translation>
    </message>
    <message>
        <source>{path} is a device or a pipe, not a model file.</source>
        <translation>{path} 是设备或管道，不是模型文件。</translation>
    </message>
    <message>
        <source>The file {path} is a model in the old format GGML, which llama.cpp no longer reads.</source>
        <translation>文件 {path} 是旧的 GGML 格式的模型，llama.cpp 已不再读取这种格式。</translation>
    </message>
    <message>
        <source>The file {path} is only a pointer to a model (Git LFS), without the model itself.</source>
        <translation>文件 {path} 只是指向模型的指针（Git LFS），不含模型本身。</translation>
    </message>
    <message>
        <source>The file {path} is a web page, saved in place of a model.</source>
        <translation>文件 {path} 是网页，被误存成了模型。</translation>
    </message>
    <message>
        <source>The file {path} is a zip archive or a PyTorch model, not a GGUF model.</source>
        <translation>文件 {path} 是 zip 压缩包或 PyTorch 模型，不是 GGUF 模型。</translation>
    </message>
    <message>
        <source>The file {path} is a model in the format Safetensors, which llama.cpp does not read.</source>
        <translation>文件 {path} 是 Safetensors 格式的模型，llama.cpp 不读取这种格式。</translation>
    </message>
    <message>
        <source>The model file {path} was made for machines of the other byte order (big-endian).</source>
        <translation>模型文件 {path} 是为另一种字节序（大端）的机器制作的。</translation>
    </message>
    <message>
        <source>Of the {count} files of the model {path} some are missing: {names}.</source>
        <translation>模型 {path} 共有 {count} 个文件，缺少：{names}。</translation>
    </message>
    <message>
        <source>Put them into the same folder, under these names.</source>
        <translation>请把它们以这些名字放进同一个文件夹。</translation>
    </message>
    <message>
        <source>{path} is part {part} of {total} of a model.</source>
        <translation>{path} 是一个模型的第 {part} 部分，共 {total} 部分。</translation>
    </message>
    <message>
        <source>Choose the first one: {name}.</source>
        <translation>请选择第一部分：{name}。</translation>
    </message>
    <message>
        <source>The installed llama.cpp does not load {path} ({error}).</source>
        <translation>已安装的 llama.cpp 无法载入 {path}（{error}）。</translation>
    </message>
    <message>
        <source>Update llama-cpp-python, or choose another model.</source>
        <translation>请更新 llama-cpp-python，或选择其他模型。</translation>
    </message>
    <message>
        <source>{path} is byte for byte the file that the catalogue knows.</source>
        <translation>{path} 与目录中已知的文件逐字节相同。</translation>
    </message>
    <message>
        <source>{path} has the name and the size of a file that the catalogue knows, but not its contents.</source>
        <translation>{path} 的名字和大小与目录中已知的文件相同，内容却不同。</translation>
    </message>
    <message>
        <source>Copy or download it again, unless you changed it yourself.</source>
        <translation>请重新复制或下载，除非是你自己改动的。</translation>
    </message>
    <message>
        <source>The model {path} cannot chat: it is {kind}.</source>
        <translation>模型 {path} 不能聊天：它是{kind}。</translation>
    </message>
    <message>
        <source>Choose an instruct or chat model.</source>
        <translation>请选择指令或聊天模型。</translation>
    </message>
    <message>
        <source>{path} does not say which architecture its model has.</source>
        <translation>{path} 没有说明模型的架构。</translation>
    </message>
    <message>
        <source>{path} holds a vocabulary, but no model.</source>
        <translation>{path} 只有词表，没有模型。</translation>
    </message>
    <message>
        <source>{path} has no vocabulary, so the model cannot read text.</source>
        <translation>{path} 没有词表，所以模型读不了文字。</translation>
    </message>
    <message>
        <source>{path} does not name the token that ends an answer.</source>
        <translation>{path} 没有指明结束回答的词元。</translation>
    </message>
    <message>
        <source>If answers never end, choose another GGUF of this model.</source>
        <translation>如果回答总不结束，请换用该模型的其他 GGUF 文件。</translation>
    </message>
    <message>
        <source>{path} does not say how long a window its model was trained for.</source>
        <translation>{path} 没有说明模型训练时的窗口有多长。</translation>
    </message>
    <message>
        <source>Set context_window to what its makers state.</source>
        <translation>请把 context_window 设为制作者给出的值。</translation>
    </message>
    <message>
        <source>The chat template of {path} begins with {token} twice; the model is given it once.</source>
        <translation>{path} 的聊天模板开头有两个 {token}；只会给模型一个。</translation>
    </message>
    <message>
        <source>Nothing has to be done.</source>
        <translation>无需处理。</translation>
    </message>
    <message>
        <source>The chat template of {path} changes earlier turns as the conversation goes on: they are read again, and answers begin later.</source>
        <translation>{path} 的聊天模板会随着对话改动前面的内容：这些内容要重新读一遍，回答会开始得晚一些。</translation>
    </message>
    <message>
        <source>{path} is too large for the memory that is free now: with a window of {window} tokens it takes about {needed} MB, and {available} MB are free.</source>
        <translation>对目前的空闲内存来说，{path} 太大了：窗口为 {window} 个词元时约需 {needed} MB，空闲 {available} MB。</translation>
    </message>
    <message>
        <source>Close other programs, choose a smaller window or model, or load it anyway with the setting load_anyway.</source>
        <translation>请关闭其他程序，选择更小的窗口或模型，或者用 load_anyway 设置照样载入。</translation>
    </message>
    <message>
        <source>{path} fits only just into the memory that is free now: it takes about {needed} of {available} MB.</source>
        <translation>{path} 勉强放得进目前的空闲内存：约需 {needed} MB，空闲 {available} MB。</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller window.</source>
        <translation>请关闭其他程序，或选择更小的窗口。</translation>
    </message>
    <message>
        <source>About {size} MB are meant for the graphics card; how much it has free is not known before it is tried.</source>
        <translation>约 {size} MB 要放到显卡上；显卡有多少空闲，试过才知道。</translation>
    </message>
    <message>
        <source>If loading fails, lower the setting gpu_layers.</source>
        <translation>如果载入失败，请调低 gpu_layers 设置。</translation>
    </message>
    <message>
        <source>The setting gpu_layers has no effect: the installed llama.cpp was built without support for graphics cards.</source>
        <translation>gpu_layers 设置不起作用：已安装的 llama.cpp 编译时没有加入显卡支持。</translation>
    </message>
    <message>
        <source>Set it to 0, or install llama-cpp-python with that support.</source>
        <translation>请把它设为 0，或安装带显卡支持的 llama-cpp-python。</translation>
    </message>
    <message>
        <source>The template of the family {family} is used, which the model seems to be of.</source>
        <translation>改用 {family} 系列的模板，该模型看来属于这个系列。</translation>
    </message>
    <message>
        <source>There is no template named {family}.</source>
        <translation>没有名为 {family} 的模板。</translation>
    </message>
    <message>
        <source>The templates are: {names}.</source>
        <translation>现有的模板：{names}。</translation>
    </message>
    <message>
        <source>{path} is not a LoRA adapter.</source>
        <translation>{path} 不是 LoRA 适配器。</translation>
    </message>
    <message>
        <source>The adapter {path} is for models of the architecture {other}, and {model} is {architecture}.</source>
        <translation>适配器 {path} 适用于 {other} 架构的模型，而 {model} 是 {architecture}。</translation>
    </message>
    <message>
        <source>The adapter {path} does not fit the model {model}.</source>
        <translation>适配器 {path} 与模型 {model} 不匹配。</translation>
    </message>
    <message>
        <source>Choose an adapter that was made for this very model, or empty the setting lora.</source>
        <translation>请选择专为这个模型制作的适配器，或清空 lora 设置。</translation>
    </message>
    <message>
        <source>The list of models in {path} cannot be read ({error}).</source>
        <translation>无法读取 {path} 中的模型列表（{error}）。</translation>
    </message>
    <message>
        <source>Mend or remove that file, and add the models again; the models themselves are not touched.</source>
        <translation>请修复或删除该文件，再重新添加模型；模型本身不受影响。</translation>
    </message>
    <message>
        <source>There is no model named {model}.</source>
        <translation>没有名为 {model} 的模型。</translation>
    </message>
    <message>
        <source>There are: {names}.</source>
        <translation>现有：{names}。</translation>
    </message>
    <message>
        <source>{model} comes with the program and cannot be removed.</source>
        <translation>{model} 是程序自带的，不能移除。</translation>
    </message>
    <message>
        <source>Choose another one to use in its place.</source>
        <translation>请另选一个来代替它。</translation>
    </message>
    <message>
        <source>{model} comes with the program and has the profile&apos;s settings.</source>
        <translation>{model} 是程序自带的，使用资料文件夹的设置。</translation>
    </message>
    <message>
        <source>Change those, or add a copy of it.</source>
        <translation>请改动那些设置，或添加它的一个副本。</translation>
    </message>
    <message>
        <source>A model has no setting {names} of its own.</source>
        <translation>模型没有自己的 {names} 设置。</translation>
    </message>
    <message>
        <source>It can have: {names}.</source>
        <translation>可以有：{names}。</translation>
    </message>
    <message>
        <source>There is a copy named {name} in {path} already.</source>
        <translation>{path} 中已有名为 {name} 的副本。</translation>
    </message>
    <message>
        <source>Remove that model first, or rename the file that you add.</source>
        <translation>请先移除那个模型，或给要添加的文件改名。</translation>
    </message>
    <message>
        <source>{path} cannot be copied to {folder} ({cause}).</source>
        <translation>无法把 {path} 复制到 {folder}（{cause}）。</translation>
    </message>
    <message>
        <source>Free some space on that disk, or add the file without copying it.</source>
        <translation>请在该磁盘上腾出一些空间，或不复制而直接添加文件。</translation>
    </message>
    <message>
        <source>Stopped before an answer.</source>
        <translation>回答之前就停止了。</translation>
    </message>
    <message>
        <source>The model did not come to an answer in the steps it may take.</source>
        <translation>模型在允许的步数内没有得出回答。</translation>
    </message>
    <message>
        <source>Ask again in other words, or allow more steps.</source>
        <translation>请换个说法再问，或允许更多步数。</translation>
    </message>
    <message>
        <source>The program ended twice while it answered this message, so it was not tried again.</source>
        <translation>回答这条消息时程序两次中断，因此没有再试。</translation>
    </message>
    <message>
        <source>Send it again to retry.</source>
        <translation>如要重试，请再发送一次。</translation>
    </message>
    <message>
        <source>A fault in this program interrupted the answer; what was said before is kept.</source>
        <translation>程序的一处错误打断了回答；之前的内容都保留着。</translation>
    </message>
    <message>
        <source>The log tells more.</source>
        <translation>详情见日志。</translation>
    </message>
    <message>
        <source>The message is empty.</source>
        <translation>消息是空的。</translation>
    </message>
    <message>
        <source>Write something first.</source>
        <translation>请先写点什么。</translation>
    </message>
    <message>
        <source>Look at the new text and edit again.</source>
        <translation>请看过新的内容再编辑。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>The engine stopped: {cause} ({signal}).</source>
        <translation>引擎停止了：{cause}（{signal}）。</translation>
    </message>
    <message>
        <source>Not found.</source>
        <translation>没有找到。</translation>
    </message>
    <message>
        <source>[Errno {number}] {cause}: &apos;{path}&apos;</source>
        <translation>系统报告错误：{cause}（{path}，错误号 {number}）。</translation>
    </message>
    <message>
        <source>[Errno {number}] {cause}</source>
        <translation>系统报告错误（错误号 {number}）：{cause}</translation>
    </message>
    <message>
        <source>The model file {path} cannot be read ({cause}).</source>
        <translation>无法读取模型文件 {path}（{cause}）。</translation>
    </message>
    <message>
        <source>Check its permissions.</source>
        <translation>请检查它的权限。</translation>
    </message>
    <message>
        <source>The model file {path} has GGUF version {version}; versions 2 and 3 can be read.</source>
        <translation>模型文件 {path} 的 GGUF 版本是 {version}，只能读取版本 2 和 3。</translation>
    </message>
    <message>
        <source>The chat template of {model} cannot be read ({error}).</source>
        <translation>无法读取 {model} 的对话模板（{error}）。</translation>
    </message>
    <message>
        <source>The chat template of {model} cannot render a conversation ({error}).</source>
        <translation>{model} 的对话模板无法生成对话（{error}）。</translation>
    </message>
    <message>
        <source>Choose another GGUF of this model.</source>
        <translation>请换用该模型的另一个 GGUF 文件。</translation>
    </message>
    <message>
        <source>llama.cpp could not load {path} (architecture {architecture}; {error}).</source>
        <translation>llama.cpp 无法载入 {path}（架构 {architecture}；{error}）。</translation>
    </message>
    <message>
        <source>The model&apos;s window holds {window} tokens; at least {least} are needed.</source>
        <translation>模型的上下文窗口只有 {window} 个词元，至少需要 {least} 个。</translation>
    </message>
    <message>
        <source>Raise the setting context_window or choose another model.</source>
        <translation>请调高 context_window 设置，或选择其他模型。</translation>
    </message>
    <message>
        <source>The instructions, the working context and the newest message take {used} of {budget} tokens.</source>
        <translation>系统指令、工作记忆和最新消息共占 {used} 个词元，上限是 {budget} 个。</translation>
    </message>
    <message>
        <source>Shorten a section of the working context or choose a model with a larger window.</source>
        <translation>请缩短工作记忆中的某一栏，或选择上下文窗口更大的模型。</translation>
    </message>
    <message>
        <source>The prompt takes {tokens} tokens and the window of {model} holds {window}.</source>
        <translation>提示需要 {tokens} 个词元，而 {model} 的上下文窗口只有 {window} 个。</translation>
    </message>
    <message>
        <source>Shorten the working context or choose a larger window.</source>
        <translation>请缩短工作记忆，或选择更大的上下文窗口。</translation>
    </message>
    <message>
        <source>This command loads no model.</source>
        <translation>这条命令不载入模型。</translation>
    </message>
    <message>
        <source>The folder {path} is not a sentence-transformers model ({names} is missing).</source>
        <translation>文件夹 {path} 不是 sentence-transformers 模型（缺少 {names}）。</translation>
    </message>
    <message>
        <source>The embedder in {path} cannot be loaded ({error}).</source>
        <translation>无法载入 {path} 里的搜索模型（{error}）。</translation>
    </message>
    <message>
        <source>Some settings cannot be used: {faults}.</source>
        <translation>有些设置无法使用：{faults}。</translation>
    </message>
    <message>
        <source>Correct them in {path} or remove them.</source>
        <translation>请在 {path} 中改正或删除。</translation>
    </message>
    <message>
        <source>The settings in {path} cannot be read ({error}).</source>
        <translation>无法读取 {path} 中的设置（{error}）。</translation>
    </message>
    <message>
        <source>The settings in {path} are not a JSON object.</source>
        <translation>{path} 中的设置不是 JSON 对象。</translation>
    </message>
    <message>
        <source>Mend or remove that file.</source>
        <translation>请修正或删除该文件。</translation>
    </message>
    <message>
        <source>Unknown settings in {path}: {names}.</source>
        <translation>{path} 中有未知的设置：{names}。</translation>
    </message>
    <message>
        <source>Remove them from that file.</source>
        <translation>请从该文件中删除。</translation>
    </message>
    <message>
        <source>There is no setting {names}.</source>
        <translation>没有名为 {names} 的设置。</translation>
    </message>
    <message>
        <source>The settings are: {names}.</source>
        <translation>可用的设置有：{names}。</translation>
    </message>
    <message>
        <source>desktop_mem is already open on the profile {path} (process {holder}).</source>
        <translation>desktop_mem 已经打开了这个资料文件夹：{path}（进程：{holder}）。</translation>
    </message>
    <message>
        <source>Use that window, or close it and try again.</source>
        <translation>请使用那个窗口，或把它关闭后再试。</translation>
    </message>
    <message>
        <source>The profile folder {path} cannot be used ({cause}).</source>
        <translation>无法使用资料文件夹 {path}（{cause}）。</translation>
    </message>
    <message>
        <source>Make it a folder that you may write in, or choose another one with --profile or DESKTOP_MEM_HOME.</source>
        <translation>请让它成为你可以写入的文件夹，或用 --profile 或 DESKTOP_MEM_HOME 另选一个。</translation>
    </message>
    <message>
        <source>The disk that holds {path} cannot lock files ({cause}).</source>
        <translation>{path} 所在的磁盘不支持文件锁（{cause}）。</translation>
    </message>
    <message>
        <source>Choose a profile folder on a local disk.</source>
        <translation>请把资料文件夹放在本机磁盘上。</translation>
    </message>
    <message>
        <source>{path} cannot be written ({cause}).</source>
        <translation>无法写入 {path}（{cause}）。</translation>
    </message>
    <message>
        <source>Free some space on that disk and try again.</source>
        <translation>请在那个磁盘上腾出一些空间后再试。</translation>
    </message>
    <message>
        <source>{path} cannot be written.</source>
        <translation>无法写入 {path}。</translation>
    </message>
    <message>
        <source>Make the file and its folder writable, or choose another profile folder.</source>
        <translation>请让该文件及其文件夹可以写入，或另选资料文件夹。</translation>
    </message>
    <message>
        <source>{path} cannot be opened.</source>
        <translation>无法打开 {path}。</translation>
    </message>
    <message>
        <source>Check that its folder exists and that you may write in it.</source>
        <translation>请确认它所在的文件夹存在，并且你可以写入。</translation>
    </message>
    <message>
        <source>Access to {path} is not permitted.</source>
        <translation>没有访问 {path} 的权限。</translation>
    </message>
    <message>
        <source>The disk that holds {path} is full; the last step was not stored.</source>
        <translation>{path} 所在的磁盘已满，最后一步没有存入。</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>请腾出一些空间后再试。</translation>
    </message>
    <message>
        <source>{path} is not a database of this program.</source>
        <translation>{path} 不是本程序的数据库。</translation>
    </message>
    <message>
        <source>Move that file away, or put a backup in its place.</source>
        <translation>请移走该文件，或用备份替换它。</translation>
    </message>
    <message>
        <source>{path} is damaged.</source>
        <translation>{path} 已损坏。</translation>
    </message>
    <message>
        <source>Put a backup in its place; keep the damaged file until that works.</source>
        <translation>请用备份替换它；确认备份可用之前，请保留损坏的文件。</translation>
    </message>
    <message>
        <source>{path} is in use by another program.</source>
        <translation>{path} 正被其他程序使用。</translation>
    </message>
    <message>
        <source>Close that program and try again.</source>
        <translation>请关闭那个程序后再试。</translation>
    </message>
    <message>
        <source>The disk that holds {path} reports an error ({cause}).</source>
        <translation>{path} 所在的磁盘报告错误（{cause}）。</translation>
    </message>
    <message>
        <source>Check the disk and that the drive is still connected.</source>
        <translation>请检查磁盘，并确认驱动器仍然连接着。</translation>
    </message>
    <message>
        <source>{path} is too large for this disk.</source>
        <translation>{path} 对这个磁盘来说太大了。</translation>
    </message>
    <message>
        <source>Move the profile to another disk.</source>
        <translation>请把资料文件夹移到其他磁盘。</translation>
    </message>
    <message>
        <source>The text is too large for {path}.</source>
        <translation>文字太长，{path} 存不下。</translation>
    </message>
    <message>
        <source>Split it into smaller parts.</source>
        <translation>请拆成较小的部分。</translation>
    </message>
    <message>
        <source>{path} was written by a newer version of desktop_mem (schema {version}; this one knows {known}).</source>
        <translation>{path} 由更新版本的 desktop_mem 写成（数据结构版本 {version}，本程序只认识 {known}）。</translation>
    </message>
    <message>
        <source>Install the newer version again, or choose another profile folder.</source>
        <translation>请重新安装较新的版本，或另选资料文件夹。</translation>
    </message>
    <message>
        <source>The search index in {path} cannot be read or written ({error}).</source>
        <translation>无法读写 {path} 里的搜索索引（{error}）。</translation>
    </message>
    <message>
        <source>Check that there is free space and that you may write there.</source>
        <translation>请确认磁盘有空间，并且你可以写入那里。</translation>
    </message>
    <message>
        <source>Nothing is lost: without that folder it is made again.</source>
        <translation>没有任何内容丢失：删掉该文件夹后会重新建立。</translation>
    </message>
    <message>
        <source>A fault in this program stopped that; nothing that was stored is lost.</source>
        <translation>程序的一处错误中止了这个操作；已存入的内容都没有丢失。</translation>
    </message>
    <message>
        <source>The engine is starting again, so that was not done.</source>
        <translation>引擎正在重新启动，这个操作没有执行。</translation>
    </message>
    <message>
        <source>Try it again in a moment.</source>
        <translation>请稍后再试。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; was not read again: the program ended twice while it was being stored.</source>
        <translation>没有再次读取“{name}”：存入它时程序两次中断。</translation>
    </message>
    <message>
        <source>Drop it again to retry.</source>
        <translation>如要重试，请再次拖入。</translation>
    </message>
    <message>
        <source>Drop the file again to import it.</source>
        <translation>再次拖入文件即可导入。</translation>
    </message>
    <message>
        <source>The same content is stored already as {name} ({address}).</source>
        <translation>同样的内容已存为 {name}（{address}）。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; was changed while it was read, again and again; what was read last is stored.</source>
        <translation>“{name}”在读取时一再被改动；已存入最后读到的内容。</translation>
    </message>
    <message>
        <source>Drop it again when it is whole.</source>
        <translation>等它完整后请再次拖入。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is no longer where it was; its text is kept.</source>
        <translation>“{name}”已不在原来的位置；它的文字仍然保留。</translation>
    </message>
    <message>
        <source>Put the file back, or forget the document.</source>
        <translation>请把文件放回原处，或选择忘记这个文档。</translation>
    </message>
    <message>
        <source>Files inside: {count}.</source>
        <translation>内含文件：{count} 个。</translation>
    </message>
    <message>
        <source>{path} is not a folder that can be watched.</source>
        <translation>{path} 不是可以关注的文件夹。</translation>
    </message>
    <message>
        <source>Choose a folder that is there.</source>
        <translation>请选择一个存在的文件夹。</translation>
    </message>
    <message>
        <source>{path} is not a watched folder.</source>
        <translation>{path} 不是已关注的文件夹。</translation>
    </message>
    <message>
        <source>Choose one of those that are.</source>
        <translation>请从已关注的文件夹中选择。</translation>
    </message>
    <message>
        <source>Changes in the watched folders are not noticed ({error}).</source>
        <translation>无法察觉已关注文件夹中的变化（{error}）。</translation>
    </message>
    <message>
        <source>They are looked through each time the program starts; fewer or smaller watched folders may help.</source>
        <translation>程序每次启动时会查看它们；减少或缩小关注的文件夹可能有帮助。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; may not be read by this user.</source>
        <translation>当前用户无权读取“{name}”。</translation>
    </message>
    <message>
        <source>Change its permissions and drop it again.</source>
        <translation>请修改权限后再次拖入。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is not there (any more).</source>
        <translation>“{name}”不存在，或已不在原处。</translation>
    </message>
    <message>
        <source>Check whether it was moved or deleted, and drop it again.</source>
        <translation>请确认它是否被移动或删除，然后再次拖入。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a link that leads back to itself.</source>
        <translation>“{name}”是指向自身的链接。</translation>
    </message>
    <message>
        <source>Remove the link, or drop the file that it should lead to.</source>
        <translation>请删除这个链接，或直接拖入它应指向的文件。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a link to a folder that it lies in.</source>
        <translation>“{name}”是指向上级文件夹的链接。</translation>
    </message>
    <message>
        <source>Nothing is lost: the files there are imported once.</source>
        <translation>没有遗漏：那里的文件只导入一次。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; could not be read from the disk ({cause}).</source>
        <translation>无法从磁盘读取“{name}”（{cause}）。</translation>
    </message>
    <message>
        <source>Check the drive or copy the file anew, and drop it again.</source>
        <translation>请检查驱动器或重新复制文件，然后再次拖入。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; has a name that cannot exist.</source>
        <translation>“{name}”这个名称不可能存在。</translation>
    </message>
    <message>
        <source>Drop the file itself.</source>
        <translation>请拖入文件本身。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a folder and not a file.</source>
        <translation>“{name}”是文件夹，不是文件。</translation>
    </message>
    <message>
        <source>Drop the files themselves.</source>
        <translation>请拖入文件本身。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a device or pipe and not a file.</source>
        <translation>“{name}”是设备或管道，不是文件。</translation>
    </message>
    <message>
        <source>Drop a file with text in it.</source>
        <translation>请拖入含有文字的文件。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a damaged or incomplete {kind}.</source>
        <translation>“{name}”已损坏或不完整（{kind}）。</translation>
    </message>
    <message>
        <source>Get a fresh copy of the file and drop that.</source>
        <translation>请重新获取该文件再拖入。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is empty (0 bytes).</source>
        <translation>“{name}”是空文件（0 字节）。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a PDF without any text.</source>
        <translation>“{name}”是没有任何文字的 PDF。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a workbook without any filled cell.</source>
        <translation>“{name}”是没有任何内容单元格的工作簿。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a workbook with pictures or charts but no cells.</source>
        <translation>“{name}”是只有图片或图表、没有单元格内容的工作簿。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a presentation without any text.</source>
        <translation>“{name}”是没有任何文字的演示文稿。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a presentation with pictures but no text.</source>
        <translation>“{name}”是只有图片、没有文字的演示文稿。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is an OpenDocument file without any text.</source>
        <translation>“{name}”是没有任何文字的 OpenDocument 文件。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is an OpenDocument file with pictures but no text.</source>
        <translation>“{name}”是只有图片、没有文字的 OpenDocument 文件。</translation>
    </message>
    <message>
        <source>A part of these sheets is damaged and was not read: {names}.</source>
        <translation>以下工作表有部分损坏，未能读取：{names}。</translation>
    </message>
    <message>
        <source>A part of these slides is damaged and was not read: {names}.</source>
        <translation>以下幻灯片有部分损坏，未能读取：{names}。</translation>
    </message>
    <message>
        <source>A part of the text is damaged and was not read.</source>
        <translation>部分文字已损坏，未能读取。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; unpacks to {size} MB, more than the {limit} MB that a document may have.</source>
        <translation>“{name}”解压后为 {size} MB，超过文档允许的 {limit} MB。</translation>
    </message>
    <message>
        <source>Run text recognition (OCR) on the file and drop it again, or install desktop-mem[ocr].</source>
        <translation>请对文件做文字识别（OCR）后再次拖入，或安装 desktop-mem[ocr]。</translation>
    </message>
    <message>
        <source>The engine was ended, since it gave no sign of life for a minute.</source>
        <translation>引擎一分钟没有任何动静，已被结束。</translation>
    </message>
    <message>
        <source>The engine ended again and again, so it was started without the model.</source>
        <translation>引擎一再结束，所以这次没有载入模型就启动了。</translation>
    </message>
    <message>
        <source>Export its text as PDF, Word or plain text and drop that.</source>
        <translation>请把其中的文字导出为 PDF、Word 或纯文本再拖入。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a {kind}, which cannot be read here.</source>
        <translation>这里无法读取“{name}”这类文件（{kind}）。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is an {kind}, which cannot be read here.</source>
        <translation>这里无法读取“{name}”这类文件（{kind}）。</translation>
    </message>
    <message>
        <source>Save it as PDF and drop that.</source>
        <translation>请另存为 PDF 再拖入。</translation>
    </message>
    <message>
        <source>Save it as .docx and drop that.</source>
        <translation>请另存为 .docx 再拖入。</translation>
    </message>
    <message>
        <source>Save it as .docx and drop it again.</source>
        <translation>请另存为 .docx 后再次拖入。</translation>
    </message>
    <message>
        <source>Save its sheets as CSV and drop those.</source>
        <translation>请把各个工作表另存为 CSV 再拖入。</translation>
    </message>
    <message>
        <source>Export it as PDF and drop that.</source>
        <translation>请导出为 PDF 再拖入。</translation>
    </message>
    <message>
        <source>Export it as plain text, HTML or PDF and drop that.</source>
        <translation>请导出为纯文本、HTML 或 PDF 再拖入。</translation>
    </message>
    <message>
        <source>Export it as PDF or Word document and drop that.</source>
        <translation>请导出为 PDF 或 Word 文档再拖入。</translation>
    </message>
    <message>
        <source>Export its tables as CSV and drop those.</source>
        <translation>请把各个表导出为 CSV 再拖入。</translation>
    </message>
    <message>
        <source>Unpack it and drop the folder.</source>
        <translation>请解压后拖入文件夹。</translation>
    </message>
    <message>
        <source>There is no text in it to store.</source>
        <translation>里面没有可以存入的文字。</translation>
    </message>
    <message>
        <source>The password does not open it.</source>
        <translation>这个密码打不开它。</translation>
    </message>
    <message>
        <source>Check capitals and the keyboard&apos;s language, and give it again.</source>
        <translation>请检查大小写和输入法，然后重新输入。</translation>
    </message>
    <message>
        <source>Give the password, or save a copy without it and drop that.</source>
        <translation>请输入密码，或另存一份不带密码的副本再拖入。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is an archive without files.</source>
        <translation>压缩包“{name}”里没有文件。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is not (any more) in the archive {archive}.</source>
        <translation>“{name}”不在（或已不在）压缩包 {archive} 里。</translation>
    </message>
    <message>
        <source>Drop the archive again.</source>
        <translation>请再次拖入这个压缩包。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is packed in a way that is not known here.</source>
        <translation>这里不认识“{name}”的压缩方式。</translation>
    </message>
    <message>
        <source>Unpack it with the program that packed it and drop that.</source>
        <translation>请用当初压缩它的程序解压后再拖入。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; unpacks to more than {size} MB.</source>
        <translation>“{name}”解压后超过 {size} MB。</translation>
    </message>
    <message>
        <source>Unpack it yourself and drop the files that you need.</source>
        <translation>请自行解压，再拖入需要的文件。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; holds files that unpack to more than {size} MB together.</source>
        <translation>“{name}”里的文件解压后合计超过 {size} MB。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; unpacks to more than {times} times its packed size, as a trap does.</source>
        <translation>“{name}”解压后超过压缩大小的 {times} 倍，像是陷阱。</translation>
    </message>
    <message>
        <source>If you trust it, unpack it yourself and drop the file.</source>
        <translation>如果你信任它，请自行解压后再拖入文件。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is an archive that lies within {count} others.</source>
        <translation>“{name}”是套在另外 {count} 层压缩包里的压缩包。</translation>
    </message>
    <message>
        <source>The archive holds {total} files, of which the first {count} are imported.</source>
        <translation>压缩包里有 {total} 个文件，只导入前 {count} 个。</translation>
    </message>
    <message>
        <source>It has {total} pages, of which the first {count} were read.</source>
        <translation>它有 {total} 页，只读取了前 {count} 页。</translation>
    </message>
    <message>
        <source>Split it into smaller files.</source>
        <translation>请把它拆成较小的文件。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; has more than {count} million pixels.</source>
        <translation>“{name}”超过 {count} 百万像素。</translation>
    </message>
    <message>
        <source>Make it smaller and drop it again.</source>
        <translation>请缩小后再次拖入。</translation>
    </message>
    <message>
        <source>Text recognition takes at most {seconds} seconds a document.</source>
        <translation>每个文档的文字识别最多用 {seconds} 秒。</translation>
    </message>
    <message>
        <source>Page {page} was read by text recognition and may hold mistakes.</source>
        <translation>第 {page} 页是用文字识别读取的，可能有错。</translation>
    </message>
    <message>
        <source>Pages {pages} were read by text recognition and may hold mistakes.</source>
        <translation>第 {pages} 页是用文字识别读取的，可能有错。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a PDF of pictures in which no text was recognised.</source>
        <translation>“{name}”是图片组成的 PDF，没有识别出文字。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a picture in which no text was recognised.</source>
        <translation>在图片“{name}”里没有识别出文字。</translation>
    </message>
    <message>
        <source>The text was read by text recognition and may hold mistakes.</source>
        <translation>这些文字是用文字识别读取的，可能有错。</translation>
    </message>
    <message>
        <source>The files inside it were not read: {names}.</source>
        <translation>没有读取它内含的文件：{names}。</translation>
    </message>
    <message>
        <source>Save them from your PDF program and drop them.</source>
        <translation>请用 PDF 程序把它们另存出来再拖入。</translation>
    </message>
    <message>
        <source>To have text in pictures read, install desktop-mem[ocr] and leave the setting ocr at auto.</source>
        <translation>要读取图片中的文字，请安装 desktop-mem[ocr]，并让 ocr 设置保持 auto。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is locked by copy protection (DRM).</source>
        <translation>“{name}”有版权保护（DRM），已锁定。</translation>
    </message>
    <message>
        <source>Get a copy of the book without copy protection and drop that.</source>
        <translation>请换用没有版权保护的电子书，再拖进来。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; unpacks to {size} MB, more than the {limit} MB that an e-book may have.</source>
        <translation>“{name}”解压后有 {size} MB，超过了电子书允许的 {limit} MB。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a message of more than {size} MB.</source>
        <translation>“{name}”是超过 {size} MB 的邮件。</translation>
    </message>
    <message>
        <source>Save it without its attachments and drop that.</source>
        <translation>请去掉附件另存，再拖进来。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a notebook of more than {size} MB.</source>
        <translation>“{name}”是超过 {size} MB 的笔记本。</translation>
    </message>
    <message>
        <source>Clear its outputs in Jupyter, save it, and drop it again.</source>
        <translation>请在 Jupyter 中清除输出并保存，再拖进来。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is an XML document of more than {size} MB.</source>
        <translation>“{name}”是超过 {size} MB 的 XML 文档。</translation>
    </message>
    <message>
        <source>Open the message in your mail program, save it as text, and drop that.</source>
        <translation>请在邮件程序中打开这封邮件，另存为文本，再拖进来。</translation>
    </message>
    <message>
        <source>Chapter {page} is damaged, and not stored.</source>
        <translation>第 {page} 章已损坏，没有存入。</translation>
    </message>
    <message>
        <source>Chapters {pages} are damaged, and not stored.</source>
        <translation>第 {pages} 章已损坏，没有存入。</translation>
    </message>
    <message>
        <source>The file ends in the middle of its text.</source>
        <translation>文件的文字中途中断。</translation>
    </message>
    <message>
        <source>The JSON data ends in the middle.</source>
        <translation>JSON 数据中途中断。</translation>
    </message>
    <message>
        <source>Line {line} is no valid JSON, and was kept as plain text.</source>
        <translation>第 {line} 行不是有效的 JSON，已按纯文本保存。</translation>
    </message>
    <message>
        <source>From line {line} on the file is no valid JSON, and was kept as plain text.</source>
        <translation>从第 {line} 行起不是有效的 JSON，已按纯文本保存。</translation>
    </message>
    <message>
        <source>{count} lines are no valid JSON, and were kept as plain text; the first is line {line}.</source>
        <translation>有 {count} 行不是有效的 JSON，已按纯文本保存；首先是第 {line} 行。</translation>
    </message>
    <message>
        <source>The XML is damaged, and some of its text may be missing.</source>
        <translation>XML 已损坏，部分文字可能缺失。</translation>
    </message>
    <message>
        <source>{count} encrypted or sealed texts are not stored.</source>
        <translation>有 {count} 段加密或封装的正文没有存入。</translation>
    </message>
    <message>
        <source>Open them in your mail program, save them as text, and drop that.</source>
        <translation>请在邮件程序中打开，另存为文本，再拖进来。</translation>
    </message>
    <message>
        <source>{count} messages are too large or damaged, and not stored.</source>
        <translation>有 {count} 封邮件过大或已损坏，没有存入。</translation>
    </message>
    <message>
        <source>Save them one by one without their attachments and drop those.</source>
        <translation>请去掉附件逐封另存，再拖进来。</translation>
    </message>
    <message>
        <source>There is no message {address}.</source>
        <translation>没有消息 {address}。</translation>
    </message>
    <message>
        <source>There is no passage {address}.</source>
        <translation>没有段落 {address}。</translation>
    </message>
    <message>
        <source>There is no reminder {address}.</source>
        <translation>没有提醒 {address}。</translation>
    </message>
    <message>
        <source>There is no document {address}.</source>
        <translation>没有文档 {address}。</translation>
    </message>
    <message>
        <source>There is no text of a document {address}.</source>
        <translation>没有文档 {address} 的文字。</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is not an address.</source>
        <translation>“{text}”不是地址。</translation>
    </message>
    <message>
        <source>Addresses look like m12, p7, d3, d3#page=4 or w:human.</source>
        <translation>地址的样子如 m12、p7、d3、d3#page=4，或者是 w 加冒号和栏目名。</translation>
    </message>
    <message>
        <source>{address} is not the address of a {kind}.</source>
        <translation>{address} 不是{kind}的地址。</translation>
    </message>
    <message>
        <source>there is no section &apos;{section}&apos;.</source>
        <translation>没有“{section}”这一栏。</translation>
    </message>
    <message>
        <source>The sections are: {sections}.</source>
        <translation>现有的栏目是：{sections}。</translation>
    </message>
    <message>
        <source>the section {section} has changed since you began to edit it.</source>
        <translation>你开始编辑之后，“{section}”这一栏有了改动。</translation>
    </message>
    <message>
        <source>the section {section} is read-only.</source>
        <translation>“{section}”这一栏是只读的。</translation>
    </message>
    <message>
        <source>Only the user can change it.</source>
        <translation>只有用户可以修改。</translation>
    </message>
    <message>
        <source>{section} would hold {length} characters and may hold {limit} ({free} are free).</source>
        <translation>“{section}”将有 {length} 个字符，上限是 {limit} 个（还剩 {free} 个）。</translation>
    </message>
    <message>
        <source>Shorten the text, replace old text, or use archival_memory_insert.</source>
        <translation>请缩短文字、替换旧内容，或改用 archival_memory_insert。</translation>
    </message>
    <message>
        <source>the working context would take too much of the window.</source>
        <translation>工作记忆会占去太多上下文窗口。</translation>
    </message>
    <message>
        <source>Replace old text, or use archival_memory_insert.</source>
        <translation>请替换旧内容，或改用 archival_memory_insert。</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; cannot be the name of a section.</source>
        <translation>“{name}”不能作为栏目的名称。</translation>
    </message>
    <message>
        <source>Use up to 40 of a-z, 0-9 and _, beginning with a letter.</source>
        <translation>请用字母开头，只用 a-z、0-9 和 _，最多 40 个字符。</translation>
    </message>
    <message>
        <source>there is a section &apos;{section}&apos; already.</source>
        <translation>已经有“{section}”这一栏。</translation>
    </message>
    <message>
        <source>{section} holds {length} characters; its limit cannot be {limit}.</source>
        <translation>“{section}”已有 {length} 个字符，上限不能设为 {limit}。</translation>
    </message>
    <message>
        <source>Shorten the text first.</source>
        <translation>请先缩短文字。</translation>
    </message>
    <message>
        <source>the section {section} cannot be removed.</source>
        <translation>“{section}”这一栏不能删除。</translation>
    </message>
    <message>
        <source>Empty it instead.</source>
        <translation>可以把它清空。</translation>
    </message>
    <message>
        <source>Meaning is not searched yet: the embedder is still loading.</source>
        <translation>暂时还不能按含义搜索：搜索模型仍在载入。</translation>
    </message>
    <message>
        <source>Meaning is not searched: the index was made with another embedder and has to be made again.</source>
        <translation>不能按含义搜索：索引是用另一个搜索模型建立的，需要重建。</translation>
    </message>
    <message>
        <source>nothing has been said yet.</source>
        <translation>还没有说过任何话。</translation>
    </message>
    <message>
        <source>the reply would be empty.</source>
        <translation>这样回答就成空的了。</translation>
    </message>
    <message>
        <source>Undo the turn instead.</source>
        <translation>可以改为撤回这一轮。</translation>
    </message>
    <message>
        <source>the last message has no answer yet.</source>
        <translation>上一条消息还没有回答。</translation>
    </message>
    <message>
        <source>this model writes no thoughts.</source>
        <translation>这个模型不写思考过程。</translation>
    </message>
    <message>
        <source>Rewrite its reply instead.</source>
        <translation>可以改写它的回答。</translation>
    </message>
    <message>
        <source>that message was taken back already.</source>
        <translation>那条消息已经撤回了。</translation>
    </message>
    <message>
        <source>there is nothing to keep.</source>
        <translation>没有要保存的内容。</translation>
    </message>
    <message>
        <source>Write the text first.</source>
        <translation>请先写下文字。</translation>
    </message>
    <message>
        <source>little is in view but the last message and its answer, so there is nothing to summarise.</source>
        <translation>窗口里除了上一条消息和它的回答几乎没有别的，所以没有可以总结的内容。</translation>
    </message>
    <message>
        <source>this model cannot call functions, so a warning would not reach it.</source>
        <translation>这个模型不能调用函数，所以提醒它也没有用。</translation>
    </message>
    <message>
        <source>Everything is in recall already.</source>
        <translation>所有内容都已在对话记录里。</translation>
    </message>
    <message>
        <source>the summary has changed since you began to edit it.</source>
        <translation>你开始编辑之后，摘要有了改动。</translation>
    </message>
    <message>
        <source>the summary would take {size} tokens and may take {most}.</source>
        <translation>摘要将占 {size} 个词元，上限是 {most} 个。</translation>
    </message>
    <message>
        <source>Shorten it.</source>
        <translation>请缩短它。</translation>
    </message>
    <message>
        <source>there is no summary yet: everything that was said in this topic is in view.</source>
        <translation>还没有摘要：这个话题里说过的话都还在窗口里。</translation>
    </message>
    <message>
        <source>There is no summary {address}.</source>
        <translation>没有摘要 {address}。</translation>
    </message>
    <message>
        <source>there is no topic {address}.</source>
        <translation>没有话题 {address}。</translation>
    </message>
    <message>
        <source>that is the topic in hand.</source>
        <translation>现在就是这个话题。</translation>
    </message>
    <message>
        <source>a new topic needs a title.</source>
        <translation>新话题需要一个标题。</translation>
    </message>
    <message>
        <source>a topic needs a title.</source>
        <translation>话题需要一个标题。</translation>
    </message>
    <message>
        <source>{address} waits no more.</source>
        <translation>{address} 已不在等待。</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is no time that can be read.</source>
        <translation>读不懂“{text}”这个时间。</translation>
    </message>
    <message>
        <source>Write it like &apos;in 20 minutes&apos;, &apos;tomorrow at 8:30&apos;, &apos;on Friday at 3 pm&apos;, &apos;3 May at 10:00&apos;, &apos;every weekday at 9&apos;, &apos;every 2 hours&apos;, &apos;明天下午三点&apos; or &apos;每天早上七点&apos;.</source>
        <translation>可以写成“20分钟后”“明天8点半”“周五下午3点”“5月3日10点”“每个工作日九点”“每两小时”。</translation>
    </message>
    <message>
        <source>there is no such time as {time}.</source>
        <translation>没有 {time} 这个时间。</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is no clock time.</source>
        <translation>“{text}”不是钟点。</translation>
    </message>
    <message>
        <source>that part of the day has no {time}.</source>
        <translation>一天的这个时段里没有 {time}。</translation>
    </message>
    <message>
        <source>Write it like 8:30, 5 pm or 17:45.</source>
        <translation>可以写成 8点半、下午5点或 17点45分。</translation>
    </message>
    <message>
        <source>Write it like 2027-05-03 10:00.</source>
        <translation>可以写成“2027年5月3日10点”。</translation>
    </message>
    <message>
        <source>there is no month {number}.</source>
        <translation>没有 {number} 月。</translation>
    </message>
    <message>
        <source>there is no such day as {day}.</source>
        <translation>没有 {day} 这一天。</translation>
    </message>
    <message>
        <source>Write a date like 3 May or 2027-05-03.</source>
        <translation>日期可以写成 5月3日或 2027-05-03。</translation>
    </message>
    <message>
        <source>the weekday does not fit the date: {day} is a {weekday}.</source>
        <translation>星期与日期不符：{day} 是 {weekday}。</translation>
    </message>
    <message>
        <source>Name only one of them.</source>
        <translation>请只写其中一个。</translation>
    </message>
    <message>
        <source>that time, {day} at {time}, has passed.</source>
        <translation>那个时间（{day} {time}）已经过去了。</translation>
    </message>
    <message>
        <source>Name one that is still to come.</source>
        <translation>请写一个还没到的时间。</translation>
    </message>
    <message>
        <source>that is too far away.</source>
        <translation>太遥远了。</translation>
    </message>
    <message>
        <source>Name a time within 99 years.</source>
        <translation>请写 99 年之内的时间。</translation>
    </message>
    <message>
        <source>a time lies ahead, so a span is not negative.</source>
        <translation>时间在将来，所以不能是负数。</translation>
    </message>
    <message>
        <source>Write it like &apos;in 5 minutes&apos;.</source>
        <translation>可以写成“5分钟后”。</translation>
    </message>
    <message>
        <source>a part of a month is no exact time.</source>
        <translation>不足一个月的部分不是确切的时间。</translation>
    </message>
    <message>
        <source>Name days or weeks.</source>
        <translation>请写天数或周数。</translation>
    </message>
    <message>
        <source>it cannot repeat like that.</source>
        <translation>不能这样重复。</translation>
    </message>
    <message>
        <source>Name whole minutes, hours, days, weeks, months or years, such as &apos;every 2 hours&apos;.</source>
        <translation>请写整数的分钟、小时、天、周、月或年，例如“每两小时”。</translation>
    </message>
    <message>
        <source>a repetition at midnight leaves open which day it belongs to.</source>
        <translation>在午夜重复时，看不出属于哪一天。</translation>
    </message>
    <message>
        <source>Write 23:59, or 0:00 of the day after.</source>
        <translation>请写 23点59分，或第二天的零点。</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; can be read in two ways.</source>
        <translation>“{text}”有两种读法。</translation>
    </message>
    <message>
        <source>Write it like 每两天 or 每三天.</source>
        <translation>请写成“每两天”或“每三天”。</translation>
    </message>
    <message>
        <source>[{address}] (part {part} of {parts}; next: open_page {next})</source>
        <translation>[{address}]（第 {part} 部分，共 {parts} 部分；下一部分：open_page {next}）</translation>
    </message>
    <message>
        <source>there is nothing to remind of.</source>
        <translation>没有要提醒的内容。</translation>
    </message>
    <message>
        <source>Put it into &apos;message&apos;.</source>
        <translation>请把它写进“message”。</translation>
    </message>
    <message>
        <source>{address} is set for {due}: {message}.</source>
        <translation>{address} 定在 {due}：{message}。</translation>
    </message>
    <message>
        <source>{address} is set for {due}, and again by its rule: {message}.</source>
        <translation>{address} 定在 {due}，之后按规则重复：{message}。</translation>
    </message>
    <message>
        <source>Tell the user this time.</source>
        <translation>请把这个时间告诉用户。</translation>
    </message>
    <message>
        <source>no timed heartbeat before {due}.</source>
        <translation>{due} 之前不再定时唤醒。</translation>
    </message>
    <message>
        <source>the topic is now &apos;{topic}&apos; ({address}, begun {date}).</source>
        <translation>现在的话题是“{topic}”（{address}，始于 {date}）。</translation>
    </message>
    <message>
        <source>What was said last is in view again.</source>
        <translation>最后说过的话又回到了窗口里。</translation>
    </message>
    <message>
        <source>a new topic &apos;{topic}&apos; ({address}) begins.</source>
        <translation>新话题“{topic}”（{address}）开始了。</translation>
    </message>
    <message>
        <source>What was in view is kept in recall.</source>
        <translation>窗口里原有的内容都保存在对话记录里。</translation>
    </message>
    <message>
        <source>the topic in hand, &apos;{topic}&apos;, is about that already.</source>
        <translation>现在的话题“{topic}”说的就是这个。</translation>
    </message>
    <message>
        <source>Answer, or search for what is missing.</source>
        <translation>请直接回答，或搜索还缺的内容。</translation>
    </message>
    <message>
        <source>the message is empty.</source>
        <translation>消息是空的。</translation>
    </message>
    <message>
        <source>Choose another model, or restart the engine to try this one.</source>
        <translation>请换一个模型，或者重新启动引擎再试这一个。</translation>
    </message>
    <message>
        <source>Not done:</source>
        <translation>没有执行：</translation>
    </message>
    <message>
        <source>The section {section} was changed since then and stays as it is.</source>
        <translation>“{section}”这一栏之后又有改动，所以保持不变。</translation>
    </message>
    <message>
        <source>Say something to the user.</source>
        <translation>请对用户说点什么。</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>{section} now reads: {text} ({free} characters are free)</source>
        <translation>“{section}”现在的内容是：{text}（还可写 {free} 个字符）</translation>
    </message>
    <message>
        <source>nothing to append.</source>
        <translation>没有要添加的内容。</translation>
    </message>
    <message>
        <source>Put the text to keep into &apos;content&apos;.</source>
        <translation>请把要保留的文字放进 content。</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; does not occur in {section}.</source>
        <translation>“{section}”里没有“{text}”。</translation>
    </message>
    <message>
        <source>Copy the text exactly.</source>
        <translation>请原样复制文字。</translation>
    </message>
    <message>
        <source>It reads: (empty)</source>
        <translation>现在是空的。</translation>
    </message>
    <message>
        <source>It reads: {text}</source>
        <translation>现在的内容是：{text}</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; occurs {count} times in {section}.</source>
        <translation>“{text}”在“{section}”里出现了 {count} 次。</translation>
    </message>
    <message>
        <source>Give a longer stretch that occurs once.</source>
        <translation>请给出只出现一次的更长的一段。</translation>
    </message>
    <message>
        <source>nothing said before matches &apos;{query}&apos;.</source>
        <translation>以前的对话里没有与“{query}”相符的内容。</translation>
    </message>
    <message>
        <source>no document or stored text matches &apos;{query}&apos;.</source>
        <translation>文档和存入的文字里没有与“{query}”相符的内容。</translation>
    </message>
    <message>
        <source>{function} finds {count} for it.</source>
        <translation>用 {function} 能找到 {count} 条。</translation>
    </message>
    <message>
        <source>{function} finds nothing either.</source>
        <translation>用 {function} 也找不到。</translation>
    </message>
    <message>
        <source>end_date {end} lies before start_date {start}.</source>
        <translation>结束日期 {end} 早于开始日期 {start}。</translation>
    </message>
    <message>
        <source>Swap them.</source>
        <translation>请把两者对调。</translation>
    </message>
    <message>
        <source>nothing was said from {start} to {end}.</source>
        <translation>从 {start} 到 {end} 没有对话。</translation>
    </message>
    <message>
        <source>Try other dates or conversation_search.</source>
        <translation>请换其他日期，或改用 conversation_search。</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is not a date.</source>
        <translation>“{text}”不是日期。</translation>
    </message>
    <message>
        <source>{date} is too far away.</source>
        <translation>{date} 离得太远。</translation>
    </message>
    <message>
        <source>Write a date near those of the conversation, as YYYY-MM-DD.</source>
        <translation>请按 YYYY-MM-DD 写一个与对话相近的日期。</translation>
    </message>
    <message>
        <source>&apos;{place}&apos; is no place.</source>
        <translation>“{place}”不是有效的位置。</translation>
    </message>
    <message>
        <source>Places look like page=4 or part=2.</source>
        <translation>位置的写法如 page=4 或 part=2。</translation>
    </message>
    <message>
        <source>Write it as YYYY-MM-DD.</source>
        <translation>请写成 YYYY-MM-DD。</translation>
    </message>
    <message>
        <source>nothing to store.</source>
        <translation>没有要存入的内容。</translation>
    </message>
    <message>
        <source>Put the text into &apos;content&apos;.</source>
        <translation>请把文字放进 content。</translation>
    </message>
    <message>
        <source>stored as {address}.</source>
        <translation>已存为 {address}。</translation>
    </message>
    <message>
        <source>Search first and use an address from the results.</source>
        <translation>请先搜索，再使用结果里的地址。</translation>
    </message>
    <message>
        <source>{address} has {parts} parts; there is no part {part}.</source>
        <translation>{address} 共有 {parts} 部分，没有第 {part} 部分。</translation>
    </message>
    <message>
        <source>there is no page {page}; the last is page {pages} of {total} hits.</source>
        <translation>没有第 {page} 页；共 {total} 条结果，最后一页是第 {pages} 页。</translation>
    </message>
    <message>
        <source>{shown} of {total}, page {page} of {pages}.</source>
        <translation>显示 {shown} 条，共 {total} 条；第 {page} 页，共 {pages} 页。</translation>
    </message>
    <message>
        <source>the query is empty.</source>
        <translation>没有写要找什么。</translation>
    </message>
    <message>
        <source>Say what to look for.</source>
        <translation>请写明要找什么。</translation>
    </message>
    <message>
        <source>there is no function &apos;{function}&apos;.</source>
        <translation>没有名为“{function}”的功能。</translation>
    </message>
    <message>
        <source>The functions are: {names}.</source>
        <translation>可用的功能有：{names}。</translation>
    </message>
    <message>
        <source>{function} has no argument {names}.</source>
        <translation>{function} 没有参数 {names}。</translation>
    </message>
    <message>
        <source>It takes: {names}.</source>
        <translation>它的参数是：{names}。</translation>
    </message>
    <message>
        <source>{argument} of {function} is a whole number from 1, not {value}.</source>
        <translation>{function} 的 {argument} 应是从 1 起的整数，而不是 {value}。</translation>
    </message>
    <message>
        <source>{function} needs {argument} as text.</source>
        <translation>{function} 的 {argument} 应是文字。</translation>
    </message>
    <message>
        <source>the call was not finished.</source>
        <translation>调用没有写完。</translation>
    </message>
    <message>
        <source>Write less: a short thought and short arguments.</source>
        <translation>请写短一些：想法要短，参数也要短。</translation>
    </message>
    <message>
        <source>{setting} must be of type {type}, not {value}</source>
        <translation>{setting} 的类型应是 {type}，而不是 {value}</translation>
    </message>
    <message>
        <source>{setting} must be one of {names}, not {value}</source>
        <translation>{setting} 只能是 {names} 之一，而不是 {value}</translation>
    </message>
    <message>
        <source>{setting} must lie between {low} and {high}, not {value}</source>
        <translation>{setting} 应在 {low} 和 {high} 之间，而不是 {value}</translation>
    </message>
    <message>
        <source>flush_share must be smaller than warn_share</source>
        <translation>flush_share 必须小于 warn_share</translation>
    </message>
    <message>
        <source>it was not ready within {seconds} seconds</source>
        <translation>{seconds} 秒内没有就绪</translation>
    </message>
    <message>
        <source>it ended with code {code}</source>
        <translation>它以退出码 {code} 结束</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许的操作</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是文件夹</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名太长</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘没有空间了</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出了磁盘配额</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统是只读的</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>读写出错</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>设备正忙</translation>
    </message>
    <message>
        <source>Resource temporarily unavailable</source>
        <translation>资源暂时不可用</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件太多</translation>
    </message>
    <message>
        <source>No locks available</source>
        <translation>没有可用的文件锁</translation>
    </message>
    <message>
        <source>Function not implemented</source>
        <translation>系统不支持这个功能</translation>
    </message>
    <message>
        <source>Operation not supported</source>
        <translation>不支持的操作</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>文件句柄已失效</translation>
    </message>
    <message>
        <source>Transport endpoint is not connected</source>
        <translation>远端没有连接</translation>
    </message>
    <message>
        <source>disk I/O error</source>
        <translation>磁盘读写出错</translation>
    </message>
    <message>
        <source>an embedding model: it turns text into vectors and writes none</source>
        <translation>嵌入模型，只把文字变成向量，不写文字</translation>
    </message>
    <message>
        <source>a reranker: it scores texts and writes none</source>
        <translation>重排序模型，只给文字打分，不写文字</translation>
    </message>
    <message>
        <source>an adapter (LoRA), which only changes another model</source>
        <translation>适配器（LoRA），只用来改动另一个模型</translation>
    </message>
    <message>
        <source>a vision projector (mmproj), which only lets another model see pictures</source>
        <translation>视觉投影器（mmproj），只让另一个模型能看图片</translation>
    </message>
    <message>
        <source>an importance matrix, which only helps to quantise another model</source>
        <translation>重要性矩阵，只用来帮助量化另一个模型</translation>
    </message>
    <message>
        <source>a speech model</source>
        <translation>语音模型</translation>
    </message>
    <message>
        <source>a model that makes pictures</source>
        <translation>生成图片的模型</translation>
    </message>
    <message>
        <source>an encoder-decoder model, made for translation and the like and not for conversation</source>
        <translation>编码器-解码器模型，用于翻译之类的工作，不用于对话</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Word 文档</translation>
    </message>
    <message>
        <source>web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Markdown file</source>
        <translation>Markdown 文件</translation>
    </message>
    <message>
        <source>text file</source>
        <translation>文本文件</translation>
    </message>
    <message>
        <source>PowerPoint presentation</source>
        <translation>PowerPoint 演示文稿</translation>
    </message>
    <message>
        <source>Excel workbook</source>
        <translation>Excel 工作簿</translation>
    </message>
    <message>
        <source>OpenDocument text</source>
        <translation>OpenDocument 文本</translation>
    </message>
    <message>
        <source>OpenDocument spreadsheet</source>
        <translation>OpenDocument 电子表格</translation>
    </message>
    <message>
        <source>OpenDocument presentation</source>
        <translation>OpenDocument 演示文稿</translation>
    </message>
    <message>
        <source>OpenDocument file</source>
        <translation>OpenDocument 文件</translation>
    </message>
    <message>
        <source>table of delimited text</source>
        <translation>分隔文本表格</translation>
    </message>
    <message>
        <source>e-book (EPUB)</source>
        <translation>电子书（EPUB）</translation>
    </message>
    <message>
        <source>iWork document</source>
        <translation>iWork 文档</translation>
    </message>
    <message>
        <source>zip archive</source>
        <translation>zip 压缩包</translation>
    </message>
    <message>
        <source>tar archive</source>
        <translation>tar 压缩包</translation>
    </message>
    <message>
        <source>archive</source>
        <translation>压缩包</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Office document</source>
        <translation>Office 文档</translation>
    </message>
    <message>
        <source>legacy Word format</source>
        <translation>旧版 Word 文件</translation>
    </message>
    <message>
        <source>legacy PowerPoint format</source>
        <translation>旧版 PowerPoint 文件</translation>
    </message>
    <message>
        <source>Outlook message</source>
        <translation>Outlook 邮件</translation>
    </message>
    <message>
        <source>file of an old Office program</source>
        <translation>旧版 Office 程序的文件</translation>
    </message>
    <message>
        <source>RTF document</source>
        <translation>RTF 文档</translation>
    </message>
    <message>
        <source>web archive (MHTML)</source>
        <translation>网页存档（MHTML）</translation>
    </message>
    <message>
        <source>mailbox</source>
        <translation>邮箱文件</translation>
    </message>
    <message>
        <source>XML document</source>
        <translation>XML 文档</translation>
    </message>
    <message>
        <source>signature or sealed message</source>
        <translation>签名或封装的邮件</translation>
    </message>
    <message>
        <source>e-mail file</source>
        <translation>电子邮件文件</translation>
    </message>
    <message>
        <source>Jupyter notebook</source>
        <translation>Jupyter 笔记本</translation>
    </message>
    <message>
        <source>Word XML document</source>
        <translation>Word XML 文档</translation>
    </message>
    <message>
        <source>picture or film (HEIF, MP4)</source>
        <translation>图片或影片（HEIF、MP4）</translation>
    </message>
    <message>
        <source>gzip archive</source>
        <translation>gzip 压缩包</translation>
    </message>
    <message>
        <source>bzip2 archive</source>
        <translation>bzip2 压缩包</translation>
    </message>
    <message>
        <source>xz archive</source>
        <translation>xz 压缩包</translation>
    </message>
    <message>
        <source>7-Zip archive</source>
        <translation>7-Zip 压缩包</translation>
    </message>
    <message>
        <source>RAR archive</source>
        <translation>RAR 压缩包</translation>
    </message>
    <message>
        <source>Windows help file</source>
        <translation>Windows 帮助文件</translation>
    </message>
    <message>
        <source>OneNote section</source>
        <translation>OneNote 分区</translation>
    </message>
    <message>
        <source>picture (PNG)</source>
        <translation>图片（PNG）</translation>
    </message>
    <message>
        <source>picture (JPEG)</source>
        <translation>图片（JPEG）</translation>
    </message>
    <message>
        <source>picture (GIF)</source>
        <translation>图片（GIF）</translation>
    </message>
    <message>
        <source>picture (TIFF)</source>
        <translation>图片（TIFF）</translation>
    </message>
    <message>
        <source>picture (BMP)</source>
        <translation>图片（BMP）</translation>
    </message>
    <message>
        <source>sound, film or picture (RIFF)</source>
        <translation>声音、影片或图片（RIFF）</translation>
    </message>
    <message>
        <source>sound recording (MP3)</source>
        <translation>录音（MP3）</translation>
    </message>
    <message>
        <source>sound recording (Ogg)</source>
        <translation>录音（Ogg）</translation>
    </message>
    <message>
        <source>program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>database (SQLite)</source>
        <translation>数据库（SQLite）</translation>
    </message>
    <message>
        <source>message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>passage</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>memory event</source>
        <translation>记忆事件</translation>
    </message>
    <message>
        <source>reminder</source>
        <translation>提醒</translation>
    </message>
    <message>
        <source>topic</source>
        <translation>话题</translation>
    </message>
    <message>
        <source>{title}, page {page}</source>
        <translation>{title}，第 {page} 页</translation>
    </message>
    <message>
        <source>{title}, slide {page}</source>
        <translation>{title}，第 {page} 张幻灯片</translation>
    </message>
    <message>
        <source>{title}, cell {page}</source>
        <translation>{title}，第 {page} 个单元</translation>
    </message>
    <message>
        <source>{title}, message {page}</source>
        <translation>{title}，第 {page} 封邮件</translation>
    </message>
    <message>
        <source>{title}, chapter {page}</source>
        <translation>{title}，第 {page} 章</translation>
    </message>
    <message>
        <source>{title}, sheet {page}</source>
        <translation>{title}，工作表 {page}</translation>
    </message>
    <message>
        <source>{title}, sheet {page}, row {line}</source>
        <translation>{title}，工作表 {page}，第 {line} 行</translation>
    </message>
    <message>
        <source>{title}, sheet {page}, rows {lines}</source>
        <translation>{title}，工作表 {page}，第 {lines} 行</translation>
    </message>
    <message>
        <source>{title}, row {line}</source>
        <translation>{title}，第 {line} 行</translation>
    </message>
    <message>
        <source>{title}, rows {lines}</source>
        <translation>{title}，第 {lines} 行</translation>
    </message>
    <message>
        <source>{title}, line {line}</source>
        <translation>{title}，第 {line} 行</translation>
    </message>
    <message>
        <source>{title}, lines {lines}</source>
        <translation>{title}，第 {lines} 行</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; holds no text.</source>
        <translation>“{name}”里没有文字。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a Word document without any text.</source>
        <translation>“{name}”是没有任何文字的 Word 文档。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a Word document with pictures but no text.</source>
        <translation>“{name}”是只有图片、没有文字的 Word 文档。</translation>
    </message>
    <message>
        <source>Nothing was stored; check whether it is the file that you meant.</source>
        <translation>没有存入任何内容；请确认是不是你要的文件。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is protected by a password.</source>
        <translation>“{name}”有密码保护。</translation>
    </message>
    <message>
        <source>Save a copy without the password and drop that.</source>
        <translation>请另存一份不带密码的副本再拖入。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is locked by a protection that cannot be opened here.</source>
        <translation>“{name}”受到保护，这里无法打开。</translation>
    </message>
    <message>
        <source>Print it to a new PDF and drop that.</source>
        <translation>请把它打印成新的 PDF 再拖入。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is scanned: its page is a picture without a text layer.</source>
        <translation>“{name}”是扫描件：页面是图片，没有文字层。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is scanned: none of its {total} pages has a text layer.</source>
        <translation>“{name}”是扫描件：共 {total} 页，都没有文字层。</translation>
    </message>
    <message>
        <source>Page {page} is a picture without text, and not stored.</source>
        <translation>第 {page} 页是没有文字的图片，没有存入。</translation>
    </message>
    <message>
        <source>Pages {pages} are pictures without text, and not stored.</source>
        <translation>第 {pages} 页是没有文字的图片，没有存入。</translation>
    </message>
    <message>
        <source>Page {page} is damaged, and not stored.</source>
        <translation>第 {page} 页已损坏，没有存入。</translation>
    </message>
    <message>
        <source>Pages {pages} are damaged, and not stored.</source>
        <translation>第 {pages} 页已损坏，没有存入。</translation>
    </message>
    <message>
        <source>{count} characters could not be read as {encoding}.</source>
        <translation>有 {count} 个字符无法按 {encoding} 读取。</translation>
    </message>
    <message>
        <source>If the text looks wrong, save the file as UTF-8 and drop it again.</source>
        <translation>如果文字显示不对，请把文件另存为 UTF-8 后再次拖入。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a Strict Open XML document.</source>
        <translation>“{name}”是严格 Open XML 文档。</translation>
    </message>
    <message>
        <source>Save it as an ordinary Word document (.docx) and drop that.</source>
        <translation>请另存为普通 Word 文档（.docx）再拖入。</translation>
    </message>
    <message>
        <source>Split it into smaller documents, or save it as plain text.</source>
        <translation>请拆成较小的文档，或另存为纯文本。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is a web page of more than {size} MB.</source>
        <translation>“{name}”是超过 {size} MB 的网页。</translation>
    </message>
    <message>
        <source>Save it as plain text (.txt) and drop that.</source>
        <translation>请另存为纯文本（.txt）再拖入。</translation>
    </message>
    <message>
        <source>The process that reads documents cannot be started: {cause}.</source>
        <translation>无法启动读取文档的进程：{cause}。</translation>
    </message>
    <message>
        <source>Free some memory, check the embedder&apos;s folder, and import again.</source>
        <translation>请释放一些内存，检查搜索模型的文件夹，然后重新导入。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is not text and of no kind that is known here.</source>
        <translation>“{name}”不是文本，也不是能识别的类型。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; could not be read: the reader crashed on it.</source>
        <translation>无法读取“{name}”：读取程序在它上面崩溃了。</translation>
    </message>
    <message>
        <source>Save a fresh copy in the program that made it and drop that.</source>
        <translation>请用制作它的程序另存一份再拖入。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; took longer than the {seconds} seconds allowed for reading one document.</source>
        <translation>读取“{name}”超过了单个文档允许的 {seconds} 秒。</translation>
    </message>
    <message>
        <source>Split it into smaller files, or raise the setting parser_seconds.</source>
        <translation>请拆成较小的文件，或调高 parser_seconds 设置。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; needs more than the {size} MB of memory allowed for reading one document.</source>
        <translation>读取“{name}”所需内存超过了单个文档允许的 {size} MB。</translation>
    </message>
    <message>
        <source>Split it into smaller files, or raise the setting parser_memory_mb.</source>
        <translation>请拆成较小的文件，或调高 parser_memory_mb 设置。</translation>
    </message>
    <message>
        <source>{document} has {total} {units}; there is no {unit} {page}.</source>
        <translation>{document} 共有 {total} {units}；没有第 {page} {unit}。</translation>
    </message>
    <message>
        <source>{document} has {total} {units}. Say which one, as in {example}.</source>
        <translation>{document} 共有 {total} {units}。请说明是哪一个，例如 {example}。</translation>
    </message>
    <message>
        <source>{document} has no text on {unit} {page}.</source>
        <translation>{document} 的第 {page} {unit}没有文字。</translation>
    </message>
    <message>
        <source>{document} has no {units}. Ask for {first} to {last}.</source>
        <translation>{document} 不按{units}编号。请用 {first} 到 {last}。</translation>
    </message>
    <message>
        <source>{document} has {units} {first} to {last} there; there is no {unit} {line}.</source>
        <translation>{document} 此处有第 {first} 到 {last} {units}；没有第 {line} {unit}。</translation>
    </message>
    <message>
        <source>{document} has no text in {units} {first} to {last}.</source>
        <translation>{document} 的第 {first} 到 {last} {units}没有文字。</translation>
    </message>
    <message>
        <source>That is more of {document} than can be opened at once: {count} passages.</source>
        <translation>{document} 的这一处太长，无法一次打开：共 {count} 段。</translation>
    </message>
    <message>
        <source>Ask for fewer {units}, as in {example}.</source>
        <translation>请少要几{units}，例如 {example}。</translation>
    </message>
    <message>
        <source>No document is called &apos;{text}&apos; or lies in a folder of that name.</source>
        <translation>没有名为“{text}”的文档，也没有文档在这个名称的文件夹里。</translation>
    </message>
    <message>
        <source>No document has the tag &apos;{text}&apos;. The tags are: {names}.</source>
        <translation>没有带标签“{text}”的文档。现有的标签：{names}。</translation>
    </message>
    <message>
        <source>A tag is a word. Write one.</source>
        <translation>标签是一个词。请写一个。</translation>
    </message>
    <message>
        <source>{end} lies before {start}. Swap the two dates.</source>
        <translation>{end} 早于 {start}。请把两个日期对调。</translation>
    </message>
    <message>
        <source>Not everything is found yet: the index of words is being made again.</source>
        <translation>还不能找到全部内容：词语索引正在重建。</translation>
    </message>
    <message>
        <source>The number of documents stored is {count}: {names}.</source>
        <translation>已存入 {count} 个文档：{names}。</translation>
    </message>
    <message>
        <source>The number of {format} documents stored is {count}: {names}.</source>
        <translation>已存入 {count} 个 {format} 文档：{names}。</translation>
    </message>
    <message>
        <source>The number of documents stored is 0.</source>
        <translation>还没有存入文档。</translation>
    </message>
    <message>
        <source>The number of {format} documents stored is 0.</source>
        <translation>还没有存入 {format} 文档。</translation>
    </message>
    <message>
        <source>Not imported: {count}.</source>
        <translation>未能导入：{count} 个。</translation>
    </message>
    <message>
        <source>Every document was imported; none failed.</source>
        <translation>所有文档都已导入，没有失败的。</translation>
    </message>
    <message>
        <source>No document called {name} was ever imported.</source>
        <translation>从未导入过名为 {name} 的文档。</translation>
    </message>
    <message>
        <source>{document} is imported: {count} passages.</source>
        <translation>{document} 已导入：共 {count} 段。</translation>
    </message>
    <message>
        <source>{document} is not imported:</source>
        <translation>{document} 未能导入：</translation>
    </message>
    <message>
        <source>{document} is not imported yet; its import is {cause}.</source>
        <translation>{document} 尚未导入；它的导入{cause}。</translation>
    </message>
    <message>
        <source>page</source>
        <translation>页</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>页</translation>
    </message>
    <message>
        <source>slide</source>
        <translation>张幻灯片</translation>
    </message>
    <message>
        <source>slides</source>
        <translation>张幻灯片</translation>
    </message>
    <message>
        <source>sheet</source>
        <translation>个工作表</translation>
    </message>
    <message>
        <source>sheets</source>
        <translation>个工作表</translation>
    </message>
    <message>
        <source>cell</source>
        <translation>个单元格</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>个单元格</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>封邮件</translation>
    </message>
    <message>
        <source>chapter</source>
        <translation>章</translation>
    </message>
    <message>
        <source>chapters</source>
        <translation>章</translation>
    </message>
    <message>
        <source>line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>second</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>在等待</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>在读取</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; was put into archival storage as {address}, because the section could not take it.</source>
        <translation>“{text}”已存入资料库（{address}），因为那一栏放不下。</translation>
    </message>
    <message>
        <source>a suggestion needs a reason.</source>
        <translation>建议需要说明理由。</translation>
    </message>
    <message>
        <source>a confidence of {confidence} is too little.</source>
        <translation>把握只有 {confidence}，太低了。</translation>
    </message>
    <message>
        <source>It takes {least} to 1.</source>
        <translation>需要在 {least} 到 1 之间。</translation>
    </message>
    <message>
        <source>{address} is not in view, so it cannot be kept there.</source>
        <translation>{address} 不在窗口里，所以无法留在那里。</translation>
    </message>
    <message>
        <source>Suggest to prefetch it.</source>
        <translation>请改为建议预先调入。</translation>
    </message>
    <message>
        <source>with {address} more would be kept in view than has room there.</source>
        <translation>再加上 {address}，要留在窗口里的就放不下了。</translation>
    </message>
    <message>
        <source>Let something else go first.</source>
        <translation>请先让别的内容离开。</translation>
    </message>
    <message>
        <source>{address} is not in view, so it cannot leave it.</source>
        <translation>{address} 不在窗口里，所以无法移出。</translation>
    </message>
    <message>
        <source>{address} is still needed in view.</source>
        <translation>{address} 还需要留在窗口里。</translation>
    </message>
    <message>
        <source>{address} is in view already.</source>
        <translation>{address} 已经在窗口里。</translation>
    </message>
    <message>
        <source>there is no room in view for {address}.</source>
        <translation>窗口里放不下 {address}。</translation>
    </message>
    <message>
        <source>{address} cannot be prefetched.</source>
        <translation>{address} 无法预先调入。</translation>
    </message>
    <message>
        <source>That can be messages (m) and passages (p).</source>
        <translation>可以调入的是消息（m）和段落（p）。</translation>
    </message>
    <message>
        <source>the section {section} has changed since this was suggested.</source>
        <translation>提出这个建议之后，“{section}”有了改动。</translation>
    </message>
    <message>
        <source>only lines of a section, or two kept passages, can be merged.</source>
        <translation>只有同一栏里的几行，或两个保存的段落，才能合并。</translation>
    </message>
    <message>
        <source>{address} stands in the document {document}, which is not changed.</source>
        <translation>{address} 属于文档 {document}，文档不会被改动。</translation>
    </message>
    <message>
        <source>&apos;{one}&apos; and &apos;{other}&apos; do not say the same.</source>
        <translation>“{one}”和“{other}”说的不是同一件事。</translation>
    </message>
    <message>
        <source>{section} says that already: {text}.</source>
        <translation>“{section}”里已经有了：{text}。</translation>
    </message>
    <message>
        <source>Nothing was written twice.</source>
        <translation>没有重复写入。</translation>
    </message>
    <message>
        <source>{address} says that already; nothing was stored twice.</source>
        <translation>{address} 已经说过这些，没有重复存入。</translation>
    </message>
    <message>
        <source>But &apos;{one}&apos; and &apos;{other}&apos; cannot both hold: replace the one that is outdated.</source>
        <translation>但“{one}”和“{other}”不能同时成立：请替换过时的那一条。</translation>
    </message>
    <message>
        <source>The section {section} was changed after you read it.</source>
        <translation>读过之后，“{section}”又有了改动。</translation>
    </message>
    <message>
        <source>there is nothing to undo.</source>
        <translation>没有可以撤销的更改。</translation>
    </message>
    <message>
        <source>there is nothing to redo.</source>
        <translation>没有可以重做的更改。</translation>
    </message>
    <message>
        <source>later changes rest on {address}: {names}.</source>
        <translation>{address} 之后还有以它为基础的更改：{names}。</translation>
    </message>
    <message>
        <source>Undo those first, or all of them together.</source>
        <translation>请先撤销那些更改，或者一并撤销。</translation>
    </message>
    <message>
        <source>{address} is no change of memory.</source>
        <translation>{address} 不是记忆的更改。</translation>
    </message>
    <message>
        <source>Those begin with e.</source>
        <translation>记忆更改的地址以 e 开头。</translation>
    </message>
    <message>
        <source>{address} cannot be undone.</source>
        <translation>{address} 无法撤销。</translation>
    </message>
    <message>
        <source>{address} was undone already.</source>
        <translation>{address} 已经撤销过了。</translation>
    </message>
    <message>
        <source>the section {section} was changed since then.</source>
        <translation>“{section}”这一栏在那之后又被更改过。</translation>
    </message>
    <message>
        <source>the summary {address} was changed since then.</source>
        <translation>摘要 {address} 在那之后又被更改过。</translation>
    </message>
    <message>
        <source>the title of {address} was changed since then.</source>
        <translation>{address} 的标题在那之后又被更改过。</translation>
    </message>
    <message>
        <source>{address} was changed since then.</source>
        <translation>{address} 在那之后又被更改过。</translation>
    </message>
    <message>
        <source>the turn of {address} was taken back.</source>
        <translation>{address} 所在的那一轮对话已被撤回。</translation>
    </message>
    <message>
        <source>{address} is gone.</source>
        <translation>{address} 已经不在了。</translation>
    </message>
    <message>
        <source>the section {section} would hold {length} characters and may hold {limit} now.</source>
        <translation>“{section}”这一栏将有 {length} 个字符，而现在最多只能有 {limit} 个。</translation>
    </message>
    <message>
        <source>Shorten its text, or raise its limit.</source>
        <translation>请缩短其文字，或提高其上限。</translation>
    </message>
    <message>
        <source>{address} cannot be forgotten.</source>
        <translation>{address} 无法被忘记。</translation>
    </message>
    <message>
        <source>That can be messages (m), kept passages (p) and lines of sections (w).</source>
        <translation>可以忘记的有消息（m）、保存的段落（p）和栏目中的行（w）。</translation>
    </message>
    <message>
        <source>{address} is not in the trash.</source>
        <translation>{address} 不在回收站里。</translation>
    </message>
    <message>
        <source>{address} was taken back or forgotten already.</source>
        <translation>{address} 已经被撤回或忘记了。</translation>
    </message>
    <message>
        <source>{address} still waits for its answer.</source>
        <translation>{address} 还在等待回答。</translation>
    </message>
    <message>
        <source>Undo that turn instead.</source>
        <translation>请改为撤销那一轮对话。</translation>
    </message>
    <message>
        <source>{address} stands in the document {document}.</source>
        <translation>{address} 属于文档 {document}。</translation>
    </message>
    <message>
        <source>Forget that document instead.</source>
        <translation>请改为忘记那份文档。</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is no line of the section {section}.</source>
        <translation>“{text}”不是“{section}”这一栏中的一行。</translation>
    </message>
    <message>
        <source>Give the whole line as it stands there.</source>
        <translation>请照原样给出整行。</translation>
    </message>
    <message>
        <source>There is no {kind} {address}.</source>
        <translation>没有{kind} {address}。</translation>
    </message>
    <message>
        <source>There is no section {section}.</source>
        <translation>没有“{section}”这一栏。</translation>
    </message>
    <message>
        <source>The words of {address} were forgotten with the document that they quoted.</source>
        <translation>{address} 的文字已随其引用的文档一起被忘记。</translation>
    </message>
    <message>
        <source>{address} was taken back by the user.</source>
        <translation>{address} 已被用户撤回。</translation>
    </message>
    <message>
        <source>{address} was forgotten on {due} and lies in the trash.</source>
        <translation>{address} 已于 {due} 被忘记，现在在回收站里。</translation>
    </message>
    <message>
        <source>{address} was deleted with a document that it rested on.</source>
        <translation>{address} 已随其所依据的文档一起删除。</translation>
    </message>
    <message>
        <source>The source of {address} was deleted: its document was forgotten, or has a newer version.</source>
        <translation>{address} 的来源已被删除：其文档已被忘记，或者有了更新的版本。</translation>
    </message>
    <message>
        <source>{document} was forgotten on {due}.</source>
        <translation>{document} 已于 {due} 被忘记。</translation>
    </message>
    <message>
        <source>The section {section} was removed on {due}.</source>
        <translation>“{section}”这一栏已于 {due} 被移除。</translation>
    </message>
    <message>
        <source>{address} was called off.</source>
        <translation>{address} 已取消。</translation>
    </message>
    <message>
        <source>{address} fell due and is done.</source>
        <translation>{address} 已到期并完成。</translation>
    </message>
    <message>
        <source>{address} was undone.</source>
        <translation>{address} 已撤销。</translation>
    </message>
    <message>
        <source>proposal</source>
        <translation>提议</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>已接受</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>lapsed</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>已收回</translation>
    </message>
    <message>
        <source>Only text of a document says that, or text made from one; the user did not.</source>
        <translation>只有文档或由文档得来的文字这样说，用户没有说过。</translation>
    </message>
    <message>
        <source>The user did not ask to take that away, and text of a document is in view.</source>
        <translation>用户没有要求删去这些内容，而当前可见的内容里有文档文字。</translation>
    </message>
    <message>
        <source>The user did not ask for this reminder, and text of a document is in view.</source>
        <translation>用户没有要求这个提醒，而当前可见的内容里有文档文字。</translation>
    </message>
    <message>
        <source>The user did not ask to change the subject, and text of a document is in view.</source>
        <translation>用户没有要求换话题，而当前可见的内容里有文档文字。</translation>
    </message>
    <message>
        <source>{section} holds {length} of {limit} characters.</source>
        <translation>{section}已有 {length} 个字符，上限是 {limit} 个。</translation>
    </message>
    <message>
        <source>There is no proposal {address}.</source>
        <translation>没有提议 {address}。</translation>
    </message>
    <message>
        <source>{address} waits no more: it was {state}.</source>
        <translation>{address} 已不再等待：{state}。</translation>
    </message>
    <message>
        <source>the section {section} has changed since this was proposed.</source>
        <translation>提议之后，{section}这一栏有了改动。</translation>
    </message>
    <message>
        <source>Reject it, or edit the section yourself.</source>
        <translation>请拒绝它，或自己编辑这一栏。</translation>
    </message>
    <message>
        <source>the time of this reminder has passed ({time}).</source>
        <translation>这个提醒的时间已经过了（{time}）。</translation>
    </message>
    <message>
        <source>Reject it, or ask for another time.</source>
        <translation>请拒绝它，或换一个时间。</translation>
    </message>
    <message>
        <source>proposed to the user as {address}, waits for their decision; nothing has changed.</source>
        <translation>已作为 {address} 向用户提议，等待用户决定；目前没有任何改动。</translation>
    </message>
    <message>
        <source>that is proposed to the user already ({address}) and waits for their decision.</source>
        <translation>这一项已经向用户提议过（{address}），正在等待决定。</translation>
    </message>
    <message>
        <source>nobody said that: {text}.</source>
        <translation>没有人这样说过：{text}。</translation>
    </message>
    <message>
        <source>Write only what was said, in the user&apos;s own words.</source>
        <translation>请只写说过的内容，并用用户自己的话。</translation>
    </message>
    <message>
        <source>nobody asked to be reminded of that.</source>
        <translation>没有人要求过这个提醒。</translation>
    </message>
    <message>
        <source>Set reminders only of what was said.</source>
        <translation>请只为说过的事情设置提醒。</translation>
    </message>
    <message>
        <source>the user did not ask for a pause, and text of a document is in view.</source>
        <translation>用户没有要求暂停，而当前可见的内容里有文档文字。</translation>
    </message>
    <message>
        <source>Go on without it.</source>
        <translation>请不要暂停，继续下去。</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in the conversation</source>
        <translation>在对话中查找</translation>
    </message>
    <message>
        <source>Older match</source>
        <translation>较早的匹配</translation>
    </message>
    <message>
        <source>Newer match</source>
        <translation>较新的匹配</translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>搜索全部</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>not found here</source>
        <translation>此处未找到</translation>
    </message>
    <message>
        <source>{at} of {count}</source>
        <translation>第 {at} 个，共 {count} 个</translation>
    </message>
</context>
<context>
    <name>ForgetDialog</name>
    <message>
        <source>Forget a document</source>
        <translation>忘记文档</translation>
    </message>
    <message>
        <source>“{name}” and its passages ({count}) are deleted from memory and from the search index. The file itself stays.</source>
        <translation>“{name}”及其 {count} 个段落将从记忆和搜索索引中删除。文件本身不受影响。</translation>
    </message>
    <message>
        <source>These rest on it. Tick what is to be forgotten, too; the rest is kept.</source>
        <translation>以下内容以它为依据。请勾选要一并忘记的；其余会保留。</translation>
    </message>
    <message>
        <source>What rests on this document</source>
        <translation>以这个文档为依据的内容</translation>
    </message>
    <message>
        <source>File inside: {name}</source>
        <translation>内含文件：{name}</translation>
    </message>
    <message>
        <source>All of these</source>
        <translation>以上全部</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘记</translation>
    </message>
    <message>
        <source>{section}: {text}</source>
        <translation>{section}：{text}</translation>
    </message>
    <message>
        <source>Kept passage: {text}</source>
        <translation>保存的段落：{text}</translation>
    </message>
    <message>
        <source>Proposed: {text}</source>
        <translation>提议：{text}</translation>
    </message>
    <message>
        <source>Said: {text}</source>
        <translation>说过的话：{text}</translation>
    </message>
</context>
<context>
    <name>GroundCard</name>
    <message>
        <source>Because of:</source>
        <translation>起因：</translation>
    </message>
    <message>
        <source>Rests on:</source>
        <translation>依据：</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>还有 {count} 项</translation>
    </message>
    <message>
        <source>Undo this change</source>
        <translation>撤销这次修改</translation>
    </message>
    <message>
        <source>Forget this line</source>
        <translation>忘记这一行</translation>
    </message>
    <message>
        <source>Since {when}</source>
        <translation>自 {when}</translation>
    </message>
    <message>
        <source>There from the beginning</source>
        <translation>一开始就有</translation>
    </message>
</context>
<context>
    <name>HistoryDialog</name>
    <message>
        <source>History of memory</source>
        <translation>记忆的历史</translation>
    </message>
    <message>
        <source>Of what</source>
        <translation>查看对象</translation>
    </message>
    <message>
        <source>All memory</source>
        <translation>全部记忆</translation>
    </message>
    <message>
        <source>Address, such as p7 or m12</source>
        <translation>地址，例如 p7 或 m12</translation>
    </message>
    <message>
        <source>Show older</source>
        <translation>显示更早的</translation>
    </message>
    <message>
        <source>Memory on a day…</source>
        <translation>某一天的记忆…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Nothing has changed there yet.</source>
        <translation>那里还没有过变化。</translation>
    </message>
    <message>
        <source>Because of a message ({address})</source>
        <translation>起因是一条消息（{address}）</translation>
    </message>
    <message>
        <source>{change} (taken back)</source>
        <translation>{change}（已撤销）</translation>
    </message>
</context>
<context>
    <name>HitList</name>
    <message>
        <source>Search results</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open the same text at {address}</source>
        <translation>打开 {address} 处的相同文字</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文字</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
</context>
<context>
    <name>LedgerFilterBar</name>
    <message>
        <source>Filter by name, folder or tag</source>
        <translation>按名称、文件夹或标签筛选</translation>
    </message>
    <message>
        <source>Filter documents</source>
        <translation>筛选文档</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>All states</source>
        <translation>所有状态</translation>
    </message>
    <message>
        <source>In the works</source>
        <translation>处理中</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已存入</translation>
    </message>
    <message>
        <source>Not whole</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>所有类型</translation>
    </message>
    <message>
        <source>All tags</source>
        <translation>所有标签</translation>
    </message>
    <message>
        <source>Shown: {shown} of {whole}</source>
        <translation>显示 {shown} 个，共 {whole} 个</translation>
    </message>
</context>
<context>
    <name>LedgerList</name>
    <message>
        <source>Resume this import</source>
        <translation>继续导入</translation>
    </message>
    <message>
        <source>Pause this import</source>
        <translation>暂停导入</translation>
    </message>
    <message>
        <source>Cancel this import</source>
        <translation>取消导入这个文件</translation>
    </message>
    <message>
        <source>Enter the password…</source>
        <translation>输入密码…</translation>
    </message>
    <message>
        <source>Read what was stored</source>
        <translation>查看已存入的内容</translation>
    </message>
    <message>
        <source>Tags…</source>
        <translation>标签…</translation>
    </message>
    <message>
        <source>Import again</source>
        <translation>重新导入</translation>
    </message>
    <message>
        <source>Forget this document…</source>
        <translation>忘记这个文档…</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Password of {name} (it is not stored):</source>
        <translation>“{name}”的密码（不会保存）：</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Tags of {name}, with commas between them:</source>
        <translation>{name} 的标签，用逗号分隔：</translation>
    </message>
</context>
<context>
    <name>LedgerModel</name>
    <message>
        <source>pages: {count}</source>
        <translation>{count} 页</translation>
    </message>
    <message>
        <source>passages: {count}</source>
        <translation>{count} 个段落</translation>
    </message>
</context>
<context>
    <name>LineField</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>desktop_mem</source>
        <translation>desktop_mem</translation>
    </message>
    <message>
        <source>Memory is changed as soon as the answer is finished; “Stop” ends it now.</source>
        <translation>回答一结束就会修改记忆；点“停止”可让回答现在就结束。</translation>
    </message>
    <message>
        <source>Memory and documents</source>
        <translation>记忆与文档</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Memory ({count})</source>
        <translation>记忆（{count}）</translation>
    </message>
</context>
<context>
    <name>MemoryDesk</name>
    <message>
        <source>{what} lies in the trash now. From there it can be brought back.</source>
        <translation>{what}现在在回收站里，可以从那里找回。</translation>
    </message>
    <message>
        <source>The line</source>
        <translation>这一行</translation>
    </message>
    <message>
        <source>{change}. Later changes rest on that: {count}. They are taken back with it.</source>
        <translation>{change}。之后有 {count} 次修改以它为基础，将一并撤销。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Take all of them back</source>
        <translation>全部撤销</translation>
    </message>
</context>
<context>
    <name>MemoryPanel</name>
    <message>
        <source>New section…</source>
        <translation>新建栏目…</translation>
    </message>
    <message>
        <source>Working context: what the assistant always has in mind</source>
        <translation>工作记忆：助手始终记在心里的内容</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Outside the window: messages {messages}, passages {passages}, documents {documents}</source>
        <translation>窗口之外：消息 {messages} 条，段落 {passages} 个，文档 {documents} 个</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>Fits into memory</source>
        <translation>内存足够</translation>
    </message>
    <message>
        <source>Just fits into memory: other programs may get slow</source>
        <translation>内存勉强足够：其他程序可能变慢</translation>
    </message>
    <message>
        <source>Too large for the memory that is free</source>
        <translation>超出可用内存</translation>
    </message>
    <message>
        <source>trained for {count} tokens</source>
        <translation>训练长度 {count} 个词元</translation>
    </message>
    <message>
        <source>comes with the program</source>
        <translation>随程序附带</translation>
    </message>
    <message>
        <source>copied into the data folder</source>
        <translation>已复制到数据文件夹</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Missing: {path} is not there. Put the file back, or remove the model.</source>
        <translation>缺失：{path} 不存在。请把文件放回，或移除该模型。</translation>
    </message>
    <message>
        <source>Not a chat model ({kind}).</source>
        <translation>不是对话模型（{kind}）。</translation>
    </message>
    <message>
        <source>About {total} for a window of {window} tokens; {free} are free.</source>
        <translation>窗口为 {window} 个词元时约需 {total}；可用 {free}。</translation>
    </message>
    <message>
        <source>Its own chat template is used.</source>
        <translation>使用模型自带的对话模板。</translation>
    </message>
    <message>
        <source>The chat template of {family} is used.</source>
        <translation>使用 {family} 的对话模板。</translation>
    </message>
    <message>
        <source>This file cannot be used as a chat model.</source>
        <translation>此文件不能用作对话模型。</translation>
    </message>
</context>
<context>
    <name>ModelsDialog</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Drop a GGUF file here, or add one. It is used where it lies, unless you want a copy in the data folder.</source>
        <translation>将 GGUF 文件拖到这里，或者添加一个。文件在原处使用，除非你希望在数据文件夹中保存副本。</translation>
    </message>
    <message>
        <source>Copy into the data folder when adding</source>
        <translation>添加时复制到数据文件夹</translation>
    </message>
    <message>
        <source>Add model…</source>
        <translation>添加模型…</translation>
    </message>
    <message>
        <source>Use from next start</source>
        <translation>下次启动时使用</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>What the model reads…</source>
        <translation>模型读到的内容…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Progress of copying</source>
        <translation>复制进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Looking at the model…</source>
        <translation>正在检查模型…</translation>
    </message>
    <message>
        <source>{model} is used from the next start on.</source>
        <translation>从下次启动起使用 {model}。</translation>
    </message>
    <message>
        <source>The copy in the data folder is deleted.</source>
        <translation>数据文件夹中的副本将被删除。</translation>
    </message>
    <message>
        <source>The file itself stays.</source>
        <translation>文件本身保留。</translation>
    </message>
    <message>
        <source>Take “{model}” out of the list? {what}</source>
        <translation>要将“{model}”从列表中移除吗？{what}</translation>
    </message>
    <message>
        <source>Remove model</source>
        <translation>移除模型</translation>
    </message>
    <message>
        <source>Add model</source>
        <translation>添加模型</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>模型 (*.gguf)</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>History…</source>
        <translation>历史…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘记</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>找回</translation>
    </message>
    <message>
        <source>Show what led to it</source>
        <translation>显示起因</translation>
    </message>
</context>
<context>
    <name>OwnSettingsDialog</name>
    <message>
        <source>Settings of {model}</source>
        <translation>{model} 的设置</translation>
    </message>
</context>
<context>
    <name>PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Pages of the preferences</source>
        <translation>首选项页面</translation>
    </message>
    <message>
        <source>Colours change at once, the language at the next start of the program, all else at that of the engine.</source>
        <translation>颜色立即生效；语言在程序下次启动时生效；其余在引擎下次启动时生效。</translation>
    </message>
</context>
<context>
    <name>ProgressStrip</name>
    <message>
        <source>Progress of all imports</source>
        <translation>全部导入的进度</translation>
    </message>
    <message>
        <source>Pause all</source>
        <translation>全部暂停</translation>
    </message>
    <message>
        <source>Resume all</source>
        <translation>全部继续</translation>
    </message>
    <message>
        <source>Retry failed</source>
        <translation>重试失败的</translation>
    </message>
    <message>
        <source>Cancel all</source>
        <translation>全部取消</translation>
    </message>
    <message>
        <source>In the works: {waiting} of {total}</source>
        <translation>处理中：{waiting} / {total}</translation>
    </message>
    <message>
        <source>Documents: {total}</source>
        <translation>文档：{total}</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>还没有文档</translation>
    </message>
    <message>
        <source>files: {done} of {total}</source>
        <translation>文件：{done} / {total}</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} / {total}</translation>
    </message>
    <message>
        <source>{rate} passages/s</source>
        <translation>每秒 {rate} 个段落</translation>
    </message>
    <message>
        <source>about {time} left</source>
        <translation>大约还需 {time}</translation>
    </message>
    <message>
        <source>still looking for files</source>
        <translation>仍在查找文件</translation>
    </message>
    <message>
        <source>paused: {count}</source>
        <translation>已暂停：{count}</translation>
    </message>
</context>
<context>
    <name>PromptDialog</name>
    <message>
        <source>What the model reads</source>
        <translation>模型读到的内容</translation>
    </message>
    <message>
        <source>Part of the window</source>
        <translation>窗口的部分</translation>
    </message>
    <message>
        <source>The whole prompt, markup and all</source>
        <translation>完整的提示词，包括标记</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>系统指令</translation>
    </message>
    <message>
        <source>Working context</source>
        <translation>工作记忆</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Text of this part</source>
        <translation>此部分的文字</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Nothing stands here now.</source>
        <translation>此处目前没有内容。</translation>
    </message>
    <message>
        <source>{tokens} tokens in all</source>
        <translation>共 {tokens} 个词元</translation>
    </message>
</context>
<context>
    <name>ProposalCard</name>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Show source</source>
        <translation>显示来源</translation>
    </message>
    <message>
        <source>Show source {number}</source>
        <translation>显示来源 {number}</translation>
    </message>
    <message>
        <source>Dropped on {day} unless you decide.</source>
        <translation>如果你不作决定，将于 {day} 作废。</translation>
    </message>
    <message>
        <source>Show your message</source>
        <translation>显示你的消息</translation>
    </message>
    <message>
        <source>The assistant wants to set a reminder</source>
        <translation>助手想设一条提醒</translation>
    </message>
    <message>
        <source>The assistant wants to change the topic</source>
        <translation>助手想换个话题</translation>
    </message>
    <message>
        <source>{what} could be shorter</source>
        <translation>{what}可以更简短</translation>
    </message>
    <message>
        <source>The assistant wants to change {what}</source>
        <translation>助手想修改{what}</translation>
    </message>
</context>
<context>
    <name>ProposalList</name>
    <message>
        <source>Waiting for your decision</source>
        <translation>等你决定</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>RowOffers</name>
    <message>
        <source>Open {source}</source>
        <translation>打开 {source}</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Copy code {number}</source>
        <translation>复制代码 {number}</translation>
    </message>
</context>
<context>
    <name>Search</name>
    <message>
        <source>Documents and notes: {count}</source>
        <translation>文档和笔记：{count}</translation>
    </message>
    <message>
        <source>Said in the conversation: {count}</source>
        <translation>对话中说过的：{count}</translation>
    </message>
    <message>
        <source>The same text stands in other places too: {count}</source>
        <translation>相同的文字还出现在其他位置：{count} 处</translation>
    </message>
    <message>
        <source>You, {when}</source>
        <translation>你，{when}</translation>
    </message>
    <message>
        <source>Assistant, {when}</source>
        <translation>助手，{when}</translation>
    </message>
    <message>
        <source>Note, {when}</source>
        <translation>笔记，{when}</translation>
    </message>
</context>
<context>
    <name>SearchFilters</name>
    <message>
        <source>Where to look</source>
        <translation>搜索位置</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Documents and notes</source>
        <translation>文档和笔记</translation>
    </message>
    <message>
        <source>The conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>name, folder or address of a document</source>
        <translation>文档的名称、文件夹或地址</translation>
    </message>
    <message>
        <source>a tag of documents</source>
        <translation>文档的标签</translation>
    </message>
    <message>
        <source>2026, 2026-03 or 2026-03-14</source>
        <translation>2026、2026-03 或 2026-03-14</translation>
    </message>
    <message>
        <source>Look in</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
</context>
<context>
    <name>SearchPanel</name>
    <message>
        <source>Search all that is remembered</source>
        <translation>搜索所有记住的内容</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一页</translation>
    </message>
    <message>
        <source>Messages, documents and kept notes are searched by words and by meaning. Enter starts the search.</source>
        <translation>按词语和含义搜索消息、文档和保存的笔记。按回车键开始搜索。</translation>
    </message>
    <message>
        <source>Say what to look for, or narrow it by the filters: a document, a tag, dates, or notes alone.</source>
        <translation>请输入要查找的内容，或用筛选条件缩小范围：文档、标签、日期，或仅笔记。</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Nothing was found. Try other words, or fewer filters.</source>
        <translation>没有找到。请换个说法，或减少筛选条件。</translation>
    </message>
    <message>
        <source>{page} of {pages}</source>
        <translation>第 {page} 页，共 {pages} 页</translation>
    </message>
</context>
<context>
    <name>SectionCard</name>
    <message>
        <source>Read-only: only you can change it.</source>
        <translation>只读：只有你能修改。</translation>
    </message>
    <message>
        <source>Remove “{section}”</source>
        <translation>删除“{section}”</translation>
    </message>
    <message>
        <source>Settings of “{section}”</source>
        <translation>“{section}”的设置</translation>
    </message>
    <message>
        <source>Remove “{section}” and its text from what the assistant always has in mind?</source>
        <translation>要把“{section}”和它的内容从助手始终记着的内容里删除吗？</translation>
    </message>
    <message>
        <source>Remove section</source>
        <translation>删除栏目</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>{used} of {limit} characters</source>
        <translation>{used} / {limit} 个字符</translation>
    </message>
    <message>
        <source>Too long for this section.</source>
        <translation>超出了这一栏的长度。</translation>
    </message>
</context>
<context>
    <name>SectionDialog</name>
    <message>
        <source>New section</source>
        <translation>新建栏目</translation>
    </message>
    <message>
        <source>Settings of a section</source>
        <translation>分区设置</translation>
    </message>
    <message>
        <source>pets, work_plan, …</source>
        <translation>pets、work_plan…</translation>
    </message>
    <message>
        <source>what is known about my pets</source>
        <translation>关于我的宠物</translation>
    </message>
    <message>
        <source>Only I can change it</source>
        <translation>只有我能修改</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What it is for</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Characters at most</source>
        <translation>最多字符数</translation>
    </message>
    <message>
        <source>The name is for the model: up to 40 of a-z, 0-9 and _, beginning with a letter.</source>
        <translation>名称是给模型看的：以字母开头，只用 a-z、0-9 和 _，最多 40 个字符。</translation>
    </message>
    <message>
        <source>There is a section of that name already.</source>
        <translation>已经有同名的栏目。</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Chat model</source>
        <translation>对话模型</translation>
    </message>
    <message>
        <source>Search model</source>
        <translation>搜索模型</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>上下文窗口</translation>
    </message>
    <message>
        <source>Reserve for the answer</source>
        <translation>为回答预留</translation>
    </message>
    <message>
        <source>Warn from</source>
        <translation>警告阈值</translation>
    </message>
    <message>
        <source>Summarise down to</source>
        <translation>归入摘要后降至</translation>
    </message>
    <message>
        <source>Most steps in a row</source>
        <translation>连续步骤上限</translation>
    </message>
    <message>
        <source>Who brings memories into view</source>
        <translation>由谁调入记忆</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>系统指令</translation>
    </message>
    <message>
        <source>Think when idle</source>
        <translation>空闲时思考</translation>
    </message>
    <message>
        <source>New topic after</source>
        <translation>多久后开始新话题</translation>
    </message>
    <message>
        <source>Room for memories</source>
        <translation>记忆的空间</translation>
    </message>
    <message>
        <source>Least score of memories</source>
        <translation>记忆的最低分数</translation>
    </message>
    <message>
        <source>Room for results</source>
        <translation>搜索结果的空间</translation>
    </message>
    <message>
        <source>Size of a section</source>
        <translation>分区大小</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Layers on the graphics card</source>
        <translation>显卡上的层数</translation>
    </message>
    <message>
        <source>Load large models anyway</source>
        <translation>强制加载大模型</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>对话模板</translation>
    </message>
    <message>
        <source>Tokens read at once</source>
        <translation>一次读取的词元数</translation>
    </message>
    <message>
        <source>Memory for reading</source>
        <translation>读取文档的内存</translation>
    </message>
    <message>
        <source>Time for reading</source>
        <translation>读取文档的时间</translation>
    </message>
    <message>
        <source>Passed over in folders</source>
        <translation>文件夹中忽略的名称</translation>
    </message>
    <message>
        <source>Text in pictures</source>
        <translation>图片中的文字</translation>
    </message>
    <message>
        <source>What leaves the window first</source>
        <translation>先移出窗口的内容</translation>
    </message>
    <message>
        <source>Remember what served a question</source>
        <translation>记住回答问题所用的记忆</translation>
    </message>
    <message>
        <source>Note what I say of myself</source>
        <translation>记下我的自述</translation>
    </message>
    <message>
        <source>Fold duplicates</source>
        <translation>合并重复内容</translation>
    </message>
    <message>
        <source>Tell of conflicts</source>
        <translation>提示矛盾</translation>
    </message>
    <message>
        <source>Remember only what was said</source>
        <translation>只记住有人说过的内容</translation>
    </message>
    <message>
        <source>Ask before documents change memory</source>
        <translation>文档改动记忆前先询问</translation>
    </message>
    <message>
        <source>Days a proposal waits</source>
        <translation>提议等待的天数</translation>
    </message>
    <message>
        <source>Tidy memory when idle</source>
        <translation>空闲时整理记忆</translation>
    </message>
    <message>
        <source>Repeatable answers</source>
        <translation>可重复的回答</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash attention（快速注意力）</translation>
    </message>
    <message>
        <source>Numbers of the cache</source>
        <translation>缓存的数值类型</translation>
    </message>
    <message>
        <source>Map the model&apos;s file</source>
        <translation>映射模型文件</translation>
    </message>
    <message>
        <source>Lock the model in memory</source>
        <translation>将模型锁定在内存中</translation>
    </message>
    <message>
        <source>Disk for a quick start</source>
        <translation>快速启动占用的磁盘</translation>
    </message>
    <message>
        <source>LoRA adapter</source>
        <translation>LoRA 适配器</translation>
    </message>
    <message>
        <source>Strength of the adapter</source>
        <translation>适配器强度</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>as the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>as is best (auto)</source>
        <translation>按最合适的（自动）</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>the model alone</source>
        <translation>仅由模型</translation>
    </message>
    <message>
        <source>the program before each answer</source>
        <translation>每次回答前由程序</translation>
    </message>
    <message>
        <source>the program only</source>
        <translation>仅由程序</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开启</translation>
    </message>
    <message>
        <source>the oldest, but what was used later</source>
        <translation>最旧的，用过的稍后</translation>
    </message>
    <message>
        <source>simply the oldest</source>
        <translation>仅按最旧</translation>
    </message>
    <message>
        <source>in few words</source>
        <translation>简略</translation>
    </message>
    <message>
        <source>with all details</source>
        <translation>详尽</translation>
    </message>
    <message>
        <source>Refuse what the model wants to remember when nobody has said it.</source>
        <translation>没有人说过的内容，模型想记也不予记录。</translation>
    </message>
    <message>
        <source>While text of a document is in view, changes of the memory that you did not ask for yourself wait for your decision.</source>
        <translation>窗口里有文档文字时，凡不是你自己要求的记忆改动，都要等你决定。</translation>
    </message>
    <message>
        <source>Days after which a change that waits for your decision is dropped.</source>
        <translation>等待你决定的改动，超过这么多天就作废。</translation>
    </message>
    <message>
        <source>Path of the GGUF model; empty: the embedded one.</source>
        <translation>GGUF 模型的路径；留空则使用内置模型。</translation>
    </message>
    <message>
        <source>Folder of the sentence-transformers model; empty: the embedded one.</source>
        <translation>sentence-transformers 模型的文件夹；留空则使用内置模型。</translation>
    </message>
    <message>
        <source>Tokens of the model&apos;s window; 0: as many as the model was trained for.</source>
        <translation>模型窗口的词元数；0 表示采用模型训练时的长度。</translation>
    </message>
    <message>
        <source>Tokens always kept free for the answer (at most a quarter of the window).</source>
        <translation>始终为回答保留的词元数（最多为窗口的四分之一）。</translation>
    </message>
    <message>
        <source>Share of the window at which the model is warned of memory pressure.</source>
        <translation>窗口占用达到该比例时，向模型发出内存压力警告。</translation>
    </message>
    <message>
        <source>Share of the window that is still filled once older messages are summarised.</source>
        <translation>较早的消息归入摘要后，窗口仍占用的比例。</translation>
    </message>
    <message>
        <source>Most steps that the model takes for one answer.</source>
        <translation>模型为一次回答最多执行的步骤数。</translation>
    </message>
    <message>
        <source>Who looks for memories: the model alone, the program before each answer (assisted), the program only (automatic), or as advised for the model (auto).</source>
        <translation>由谁查找记忆：仅由模型、每次回答前由程序（辅助）、仅由程序（全自动），或按照对该模型的建议（自动）。</translation>
    </message>
    <message>
        <source>Largest share of the window that the memories found for one question may take.</source>
        <translation>为一个问题找到的记忆最多占窗口的比例。</translation>
    </message>
    <message>
        <source>How well a memory must fit before it is brought into view, from 0 to 1.</source>
        <translation>记忆要有多相符才会被调入，从 0 到 1。</translation>
    </message>
    <message>
        <source>How much the model is told of its functions: in few words (compact), with all details (full), or full from a window of 8192 tokens up (auto).</source>
        <translation>向模型说明函数的详细程度：简略、详尽，或在窗口达到 8192 个词元时详尽（自动）。</translation>
    </message>
    <message>
        <source>Minutes without any event after which the model is woken to think on its own; 0: never.</source>
        <translation>多少分钟没有任何事件后唤醒模型自行思考；0 表示从不。</translation>
    </message>
    <message>
        <source>Hours of silence after which a new topic begins.</source>
        <translation>沉默多少小时后开始新话题。</translation>
    </message>
    <message>
        <source>Largest share of the window that one page of search results may take.</source>
        <translation>一页搜索结果最多占窗口的比例。</translation>
    </message>
    <message>
        <source>Characters that a section of the working context may hold.</source>
        <translation>工作记忆的一个分区可容纳的字符数。</translation>
    </message>
    <message>
        <source>Sampling temperature; 0 always takes the likeliest token.</source>
        <translation>采样温度；0 表示总是选择最可能的词元。</translation>
    </message>
    <message>
        <source>Seed of the sampling.</source>
        <translation>采样的随机种子。</translation>
    </message>
    <message>
        <source>What leaves the window first: the oldest, but what was used since the last time once later (second_chance), or simply the oldest (oldest_first).</source>
        <translation>先移出窗口的内容：最旧的，但上次以来用过的再留一次；或仅按最旧。</translation>
    </message>
    <message>
        <source>Note what the user plainly says of themselves when the model does not (not with paging model).</source>
        <translation>当模型没有记下用户明确的自述时由程序记下（仅由模型调入时除外）。</translation>
    </message>
    <message>
        <source>Remember which memories served a question, until something is written that bears on it.</source>
        <translation>记住哪些记忆回答了某个问题，直到写入相关的新内容。</translation>
    </message>
    <message>
        <source>Keep one line for what a section says twice, with both sources.</source>
        <translation>分区中重复的内容只保留一行，并保留两处来源。</translation>
    </message>
    <message>
        <source>Tell model and user when two lines of a section cannot both hold.</source>
        <translation>分区中的两行不能同时成立时，提示模型和用户。</translation>
    </message>
    <message>
        <source>Tidy memory when nothing else is to do: fold duplicates, look again for facts, propose shorter sections.</source>
        <translation>空闲时整理记忆：合并重复内容，重新查找事实，建议更短的分区。</translation>
    </message>
    <message>
        <source>The same conversation gives the very same answers again; they begin a little later.</source>
        <translation>相同的对话得到完全相同的回答；开始回答会稍慢。</translation>
    </message>
    <message>
        <source>Processor threads for the model; 0: as many as are fastest, measured at its first load.</source>
        <translation>模型使用的处理器线程数；0 表示首次加载时测得的最快线程数。</translation>
    </message>
    <message>
        <source>Attention worked out in one pass: on, off, or with layers on a graphics card only (auto).</source>
        <translation>一次完成注意力计算：开启、关闭，或仅在显卡上有层时（自动）。</translation>
    </message>
    <message>
        <source>Kind of numbers that the model&apos;s key-value cache holds; small ones (q8_0, q5_1, q4_0) save memory and turn flash attention on.</source>
        <translation>模型键值缓存的数值类型；较小的类型（q8_0、q5_1、q4_0）节省内存，并启用快速注意力。</translation>
    </message>
    <message>
        <source>Let the system bring the model&apos;s file into memory as it is needed.</source>
        <translation>由系统按需将模型文件调入内存。</translation>
    </message>
    <message>
        <source>Keep the model&apos;s weights in main memory, where the system lets a program do so.</source>
        <translation>在系统允许时，将模型权重保留在主内存中。</translation>
    </message>
    <message>
        <source>Path of a LoRA adapter (GGUF) for the model; empty: the one that the catalogue names for it, if any.</source>
        <translation>模型的 LoRA 适配器（GGUF）路径；留空则使用目录中为其指定的适配器（如有）。</translation>
    </message>
    <message>
        <source>How strongly the LoRA adapter acts.</source>
        <translation>LoRA 适配器的作用强度。</translation>
    </message>
    <message>
        <source>Megabytes on disk for what the model has read of the conversation, so that it need not read it again after a new start; 0: none.</source>
        <translation>为模型已读的对话内容保留的磁盘空间（MB），重启后无需重读；0 表示不保留。</translation>
    </message>
    <message>
        <source>Layers of the model put on the graphics card; -1: all.</source>
        <translation>放到显卡上的模型层数；-1 表示全部。</translation>
    </message>
    <message>
        <source>Load the model also when it seems too large for the memory that is free.</source>
        <translation>即使模型看起来超出可用内存也加载。</translation>
    </message>
    <message>
        <source>Family whose chat template is used, such as ChatML; empty: the model&apos;s own template.</source>
        <translation>使用哪一类对话模板，例如 ChatML；留空则使用模型自带的模板。</translation>
    </message>
    <message>
        <source>Most tokens evaluated at once before an answer.</source>
        <translation>回答前一次最多处理的词元数。</translation>
    </message>
    <message>
        <source>Memory that reading one document may take, in megabytes.</source>
        <translation>读取一个文档可使用的内存，以 MB 为单位。</translation>
    </message>
    <message>
        <source>Seconds that reading one document may take.</source>
        <translation>读取一个文档最多可用的秒数。</translation>
    </message>
    <message>
        <source>Names in folders that an import passes over, as in a .gitignore: * and ? stand for anything, ! takes a name in again.</source>
        <translation>导入文件夹时忽略的名称，写法同 .gitignore：*和？代表任意字符，！表示重新包含。</translation>
    </message>
    <message>
        <source>Text in scanned pages and pictures: recognised when desktop-mem[ocr] is installed (auto), or never (off).</source>
        <translation>扫描页和图片中的文字：安装 desktop-mem[ocr] 后识别（自动），或从不识别（关闭）。</translation>
    </message>
    <message>
        <source>Language of the window.</source>
        <translation>窗口的语言。</translation>
    </message>
    <message>
        <source>Colours of the window.</source>
        <translation>窗口的配色。</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>SourceDialog</name>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Text of the source</source>
        <translation>来源的文字</translation>
    </message>
    <message>
        <source>Show in the conversation</source>
        <translation>在对话中显示</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文字</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>What stands about it cannot be shown: {reason}</source>
        <translation>无法显示其上下文：{reason}</translation>
    </message>
    <message>
        <source>Nothing stands there.</source>
        <translation>此处没有内容。</translation>
    </message>
    <message>
        <source>The cited text is marked; about it stands what the document says there.</source>
        <translation>引用的文字已标出；前后是文档中该处的内容。</translation>
    </message>
    <message>
        <source>Message {address}</source>
        <translation>消息 {address}</translation>
    </message>
    <message>
        <source>Summary {address}</source>
        <translation>摘要 {address}</translation>
    </message>
    <message>
        <source>Kept note {address}</source>
        <translation>保存的笔记 {address}</translation>
    </message>
</context>
<context>
    <name>SourceLine</name>
    <message>
        <source>{lead} {place}</source>
        <translation>{lead}{place}</translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>“{text}”</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show {place}</source>
        <translation>显示：{place}</translation>
    </message>
    <message>
        <source>You, {when}</source>
        <translation>你，{when}</translation>
    </message>
    <message>
        <source>Assistant, {when}</source>
        <translation>助手，{when}</translation>
    </message>
    <message>
        <source>The conversation, {when}</source>
        <translation>对话，{when}</translation>
    </message>
    <message>
        <source>A document</source>
        <translation>一份文档</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Restarting the engine…</source>
        <translation>正在重新启动引擎…</translation>
    </message>
    <message>
        <source>The engine has stopped</source>
        <translation>引擎已停止</translation>
    </message>
    <message>
        <source>Ready, without a model</source>
        <translation>已就绪，但没有模型</translation>
    </message>
    <message>
        <source>{model} is working…</source>
        <translation>{model} 正在工作…</translation>
    </message>
    <message>
        <source>{model} is ready</source>
        <translation>{model} 已就绪</translation>
    </message>
    <message>
        <source>Search knows words only</source>
        <translation>搜索只能按字词匹配</translation>
    </message>
    <message>
        <source>Search knows words only until the search model is loaded</source>
        <translation>搜索模型载入之前，搜索只能按字词匹配</translation>
    </message>
</context>
<context>
    <name>SummaryCard</name>
    <message>
        <source>Summary of older messages</source>
        <translation>较早消息的摘要</translation>
    </message>
    <message>
        <source>Write anew</source>
        <translation>重写</translation>
    </message>
    <message>
        <source>Summarise the messages that it covers once more, without what was taken back</source>
        <translation>把它涵盖的消息重新总结一遍，不含已撤回的内容</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} 个词元</translation>
    </message>
</context>
<context>
    <name>TimelinePanel</name>
    <message>
        <source>Reminders</source>
        <translation>提醒</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>话题</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Nothing is due. Say “remind me tomorrow at nine to …” in the conversation.</source>
        <translation>没有待办的提醒。可以在对话中说“明天九点提醒我……”。</translation>
    </message>
    <message>
        <source>No topics yet. A new one begins after a long pause, or when you say so.</source>
        <translation>还没有话题。长时间停顿后或由你指定时会开始新话题。</translation>
    </message>
    <message>
        <source>Put off</source>
        <translation>推迟</translation>
    </message>
    <message>
        <source>Call off</source>
        <translation>取消提醒</translation>
    </message>
    <message>
        <source>Go on with it</source>
        <translation>继续该话题</translation>
    </message>
    <message>
        <source>Put what is in view into a summary, and bring this topic back into view</source>
        <translation>将当前内容写入摘要，并重新调入该话题</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>New topic…</source>
        <translation>新话题…</translation>
    </message>
    <message>
        <source>Show this day</source>
        <translation>显示这一天</translation>
    </message>
    <message>
        <source>Nothing was said on that day.</source>
        <translation>那一天没有对话。</translation>
    </message>
    <message>
        <source> · comes again: {phrase}</source>
        <translation> · 重复：{phrase}</translation>
    </message>
    <message>
        <source> · now</source>
        <translation> · 当前</translation>
    </message>
    <message>
        <source>(without a title)</source>
        <translation>（无标题）</translation>
    </message>
    <message>
        <source>Rename topic</source>
        <translation>重命名话题</translation>
    </message>
    <message>
        <source>New topic</source>
        <translation>新话题</translation>
    </message>
    <message>
        <source>Title:</source>
        <translation>标题：</translation>
    </message>
    <message>
        <source>By 10 minutes</source>
        <translation>推迟 10 分钟</translation>
    </message>
    <message>
        <source>By an hour</source>
        <translation>推迟一小时</translation>
    </message>
    <message>
        <source>By a day</source>
        <translation>推迟一天</translation>
    </message>
    <message>
        <source>Coming up</source>
        <translation>即将到来</translation>
    </message>
    <message>
        <source>Go to a day</source>
        <translation>转到某一天</translation>
    </message>
</context>
<context>
    <name>TrashDialog</name>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>No search finds these, and no answer uses them. They can be brought back.</source>
        <translation>搜索找不到它们，回答也不会用到它们。它们可以找回。</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>回收站是空的。</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Show the window</source>
        <translation>显示窗口</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>working</source>
        <translation>工作中</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Reminder</source>
        <translation>提醒</translation>
    </message>
</context>
<context>
    <name>TurnActions</name>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Edit and resend…</source>
        <translation>修改并重新发送…</translation>
    </message>
    <message>
        <source>Rewrite the answer…</source>
        <translation>改写回答…</translation>
    </message>
    <message>
        <source>Rewrite the thought…</source>
        <translation>改写想法…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>Take back the last message with its answer, and what was written in between</source>
        <translation>撤回上一条消息和它的回答，以及其间写下的内容</translation>
    </message>
    <message>
        <source>Edit this waiting message…</source>
        <translation>编辑这条等待中的消息…</translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>撤回</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>History…</source>
        <translation>历史…</translation>
    </message>
    <message>
        <source>Trash…</source>
        <translation>回收站…</translation>
    </message>
    <message>
        <source>{change}, {when}</source>
        <translation>{change}，{when}</translation>
    </message>
</context>
<context>
    <name>UndoState</name>
    <message>
        <source>Take back: {change}</source>
        <translation>撤销：{change}</translation>
    </message>
    <message>
        <source>There is nothing to take back</source>
        <translation>没有可撤销的</translation>
    </message>
    <message>
        <source>Make this change again: {change}</source>
        <translation>重做：{change}</translation>
    </message>
    <message>
        <source>There is nothing to make again</source>
        <translation>没有可重做的</translation>
    </message>
</context>
<context>
    <name>WatchedFoldersDialog</name>
    <message>
        <source>Watched folders</source>
        <translation>关注的文件夹</translation>
    </message>
    <message>
        <source>New and changed files in these folders are imported by themselves. What is deleted there is marked, and kept.</source>
        <translation>这些文件夹中新增和改动的文件会自动导入。在那里删除的文件会作标记，内容仍然保留。</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Watch no longer</source>
        <translation>不再关注</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>添加文件夹</translation>
    </message>
</context>
<context>
    <name>WhyDialog</name>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>找回</translation>
    </message>
    <message>
        <source>History…</source>
        <translation>历史…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Nothing stands here yet.</source>
        <translation>这里还没有内容。</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
</context>
<context>
    <name>WindowMenu</name>
    <message>
        <source>Kept as {address}.</source>
        <translation>已保存为 {address}。</translation>
    </message>
    <message>
        <source>“{name}” is a search model. Use it from the next start on? Everything that is stored is then learned anew, in the background.</source>
        <translation>“{name}”是搜索模型。要从下次启动起使用它吗？届时所有已存入的内容会在后台重新学习。</translation>
    </message>
    <message>
        <source>Search model</source>
        <translation>搜索模型</translation>
    </message>
    <message>
        <source>Use from next start</source>
        <translation>下次启动时使用</translation>
    </message>
    <message>
        <source>The settings could not be saved ({error}).</source>
        <translation>无法保存设置（{error}）。</translation>
    </message>
    <message>
        <source>Keep a note</source>
        <translation>保存笔记</translation>
    </message>
    <message>
        <source>It is kept word for word, found by search, and used in answers:</source>
        <translation>笔记将逐字保存，可被搜索到，并用于回答：</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>Start a new line</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Stop the answer; leave the find bar</source>
        <translation>停止回答；关闭查找栏</translation>
    </message>
    <message>
        <source>Ask for another answer</source>
        <translation>请求另一个回答</translation>
    </message>
    <message>
        <source>Edit your last message and send it again</source>
        <translation>编辑上一条消息并重新发送</translation>
    </message>
    <message>
        <source>Rewrite the last answer</source>
        <translation>改写上一个回答</translation>
    </message>
    <message>
        <source>Take back the last turn</source>
        <translation>撤回上一轮对话</translation>
    </message>
    <message>
        <source>Show or hide the steps of an answer</source>
        <translation>显示或隐藏回答的步骤</translation>
    </message>
    <message>
        <source>What can be done with a row, a document or a hit</source>
        <translation>可对某一行、文档或结果执行的操作</translation>
    </message>
    <message>
        <source>Cancel an import, or forget a document</source>
        <translation>取消导入，或忘记文档</translation>
    </message>
    <message>
        <source>A desktop assistant that remembers. It works wholly on this computer: nothing leaves it. Apache-2.0. The report below has no names, no paths and nothing that was said; copy it when you ask for help.</source>
        <translation>一个会记住的桌面助手。它完全在这台电脑上运行，任何内容都不会离开。Apache-2.0 许可。下面的报告不含姓名、路径和任何对话内容；求助时请复制它。</translation>
    </message>
    <message>
        <source>About desktop_mem</source>
        <translation>关于 desktop_mem</translation>
    </message>
    <message>
        <source>Something went wrong in the window. Every message that you sent, every document and every change of memory is stored; the text in the message field is kept too. You can go on; if the window behaves oddly, start it again.</source>
        <translation>窗口出现了问题。你发送的每条消息、每个文档和每次记忆更改都已保存；消息框中的文字也已保留。你可以继续；如果窗口表现异常，请重新启动。</translation>
    </message>
    <message>
        <source>A fault in the window</source>
        <translation>窗口出现故障</translation>
    </message>
    <message>
        <source>Find in the conversation…</source>
        <translation>在对话中查找…</translation>
    </message>
    <message>
        <source>Search everything…</source>
        <translation>搜索全部…</translation>
    </message>
    <message>
        <source>Keep a note…</source>
        <translation>保存笔记…</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Export the conversation…</source>
        <translation>导出对话…</translation>
    </message>
    <message>
        <source>Summarise older messages now</source>
        <translation>立即总结较早的消息</translation>
    </message>
    <message>
        <source>Warn the model of memory pressure now</source>
        <translation>立即提醒模型内存压力</translation>
    </message>
    <message>
        <source>What the model reads…</source>
        <translation>模型读到的内容…</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>模型…</translation>
    </message>
    <message>
        <source>Preferences…</source>
        <translation>首选项…</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>重新启动引擎</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Text as the desktop has it</source>
        <translation>恢复默认文字大小</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>键盘快捷键…</translation>
    </message>
    <message>
        <source>About and diagnostics…</source>
        <translation>关于与诊断…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>撰写消息</translation>
    </message>
    <message>
        <source>Undo the last change of memory</source>
        <translation>撤销对记忆的上一次修改</translation>
    </message>
    <message>
        <source>Redo it</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>History of memory…</source>
        <translation>记忆的历史…</translation>
    </message>
    <message>
        <source>Memory on a day…</source>
        <translation>某一天的记忆…</translation>
    </message>
    <message>
        <source>Trash…</source>
        <translation>回收站…</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Show “{panel}”</source>
        <translation>显示“{panel}”</translation>
    </message>
    <message>
        <source>The language changes when you quit and start the program again.</source>
        <translation>退出并重新启动程序后，语言才会改变。</translation>
    </message>
    <message>
        <source>What you changed holds from the next start of the engine on.</source>
        <translation>你的改动从引擎下次启动起生效。</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>Answered you</source>
        <translation>回答了你</translation>
    </message>
    <message>
        <source>Added to working context</source>
        <translation>写入工作记忆</translation>
    </message>
    <message>
        <source>Changed working context</source>
        <translation>修改工作记忆</translation>
    </message>
    <message>
        <source>Searched the conversation</source>
        <translation>搜索了对话</translation>
    </message>
    <message>
        <source>Looked up a date in the conversation</source>
        <translation>按日期查找对话</translation>
    </message>
    <message>
        <source>Kept a passage</source>
        <translation>保存了一个段落</translation>
    </message>
    <message>
        <source>Searched documents and notes</source>
        <translation>搜索了文档和笔记</translation>
    </message>
    <message>
        <source>Opened a page</source>
        <translation>打开了一页</translation>
    </message>
    <message>
        <source>Set a reminder</source>
        <translation>设置了提醒</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Switched topic</source>
        <translation>切换了话题</translation>
    </message>
    <message>
        <source>Unfinished call</source>
        <translation>没写完的调用</translation>
    </message>
    <message>
        <source>Brought memories into view</source>
        <translation>调入了相关记忆</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已存入</translation>
    </message>
    <message>
        <source>No text inside</source>
        <translation>里面没有文字</translation>
    </message>
    <message>
        <source>Scanned pages without text</source>
        <translation>扫描页面，没有文字</translation>
    </message>
    <message>
        <source>Protected by a password</source>
        <translation>有密码保护</translation>
    </message>
    <message>
        <source>Damaged file</source>
        <translation>文件已损坏</translation>
    </message>
    <message>
        <source>Unknown kind of file</source>
        <translation>无法识别的文件类型</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>文件太大</translation>
    </message>
    <message>
        <source>Already stored under another name</source>
        <translation>已用其他名称存入</translation>
    </message>
    <message>
        <source>Already stored, unchanged</source>
        <translation>早已存入，没有变化</translation>
    </message>
    <message>
        <source>Updated to the new version</source>
        <translation>已更新到新版本</translation>
    </message>
    <message>
        <source>Stored in part</source>
        <translation>只存入了一部分</translation>
    </message>
    <message>
        <source>Took too long to read</source>
        <translation>读取时间过长</translation>
    </message>
    <message>
        <source>No permission to read it</source>
        <translation>没有读取权限</translation>
    </message>
    <message>
        <source>File not found</source>
        <translation>找不到文件</translation>
    </message>
    <message>
        <source>Folder contains itself</source>
        <translation>文件夹包含了自身</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Not stored</source>
        <translation>未存入</translation>
    </message>
    <message>
        <source>Looked for</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>栏目</translation>
    </message>
    <message>
        <source>Old text</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>New text</source>
        <translation>新文</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <source>Still being written by another program</source>
        <translation>其他程序仍在写入</translation>
    </message>
    <message>
        <source>Learning its meaning</source>
        <translation>正在理解含义</translation>
    </message>
    <message>
        <source>exact match</source>
        <translation>完全匹配</translation>
    </message>
    <message>
        <source>words match</source>
        <translation>词语匹配</translation>
    </message>
    <message>
        <source>meaning matches</source>
        <translation>含义匹配</translation>
    </message>
    <message>
        <source>said then</source>
        <translation>当时所说</translation>
    </message>
    <message>
        <source>from the list of documents</source>
        <translation>来自文档列表</translation>
    </message>
    <message>
        <source>Again in 10 minutes</source>
        <translation>10 分钟后再提醒</translation>
    </message>
    <message>
        <source>Again in an hour</source>
        <translation>一小时后再提醒</translation>
    </message>
    <message>
        <source>Again tomorrow</source>
        <translation>明天再提醒</translation>
    </message>
    <message>
        <source>{count} s</source>
        <translation>{count} 秒</translation>
    </message>
    <message>
        <source>{count} min</source>
        <translation>{count} 分钟</translation>
    </message>
    <message>
        <source>{count} h</source>
        <translation>{count} 小时</translation>
    </message>
    <message>
        <source>Opening your memory…</source>
        <translation>正在打开记忆…</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在载入模型…</translation>
    </message>
    <message>
        <source>Loading the search model…</source>
        <translation>正在载入搜索模型…</translation>
    </message>
    <message>
        <source>About the assistant</source>
        <translation>关于助手</translation>
    </message>
    <message>
        <source>About you</source>
        <translation>关于你</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>cut short: the answer grew too long</source>
        <translation>被截断：回答过长</translation>
    </message>
    <message>
        <source>cut short: the engine stopped</source>
        <translation>被截断：引擎停止了</translation>
    </message>
    <message>
        <source>cut short</source>
        <translation>被截断</translation>
    </message>
    <message>
        <source>{name}: {value}</source>
        <translation>{name}：{value}</translation>
    </message>
    <message>
        <source>{day} {time}</source>
        <translation>{day} {time}</translation>
    </message>
    <message>
        <source>Stored: {names} and {more} more. You can ask about the content any time.</source>
        <translation>已存入：{names} 等，另有 {more} 个文档。随时可以提问。</translation>
    </message>
    <message>
        <source>Stored: {names}. You can ask about the content any time.</source>
        <translation>已存入：{names}。随时可以提问。</translation>
    </message>
    <message>
        <source>The context window is filling up. Older messages will soon be summarised; nothing is lost.</source>
        <translation>上下文窗口快满了。较早的消息很快会归入摘要，不会丢失。</translation>
    </message>
    <message>
        <source>You opened the program.</source>
        <translation>你打开了程序。</translation>
    </message>
    <message>
        <source>Quiet for {minutes} minutes: time to tidy up the memory.</source>
        <translation>已安静 {minutes} 分钟：趁现在整理一下记忆。</translation>
    </message>
    <message>
        <source>Reminder: {message} · due {time} · missed before: {count}</source>
        <translation>提醒：{message} · 时间 {time} · 此前错过 {count} 次</translation>
    </message>
    <message>
        <source>Reminder: {message} · due {time}</source>
        <translation>提醒：{message} · 时间 {time}</translation>
    </message>
    <message>
        <source>Reminder called off: {message}</source>
        <translation>已取消提醒：{message}</translation>
    </message>
    <message>
        <source>Reminder set for {time}, then again ({phrase}): {message}</source>
        <translation>已设提醒，{time}，之后重复（{phrase}）：{message}</translation>
    </message>
    <message>
        <source>Reminder set for {time}: {message}</source>
        <translation>已设提醒，{time}：{message}</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
</context>
</TS>
