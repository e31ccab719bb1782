<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>ActivityModel</name>
        <message>
            <source>“{section}” changed</source>
            <translation>“{section}”有改动</translation>
        </message>
        <message>
            <source>Messages: {count}. Tokens: {before} before, {after} after.</source>
            <translation>消息 {count} 条。词元：之前 {before}，之后 {after}。</translation>
        </message>
        <message>
            <source>Summarised older messages</source>
            <translation>把较早的消息归入摘要</translation>
        </message>
        <message>
            <source>{used} of {budget} tokens</source>
            <translation>{used} / {budget} 个词元</translation>
        </message>
        <message>
            <source>The context window is filling up</source>
            <translation>上下文窗口快满了</translation>
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
        <name>Banner</name>
        <message>
            <source>Dismiss</source>
            <translation>关闭提示</translation>
        </message>
        <message>
            <source>{reason} It is being restarted; nothing that was accepted is lost.</source>
            <translation>{reason} 正在重新启动，已收下的内容不会丢失。</translation>
        </message>
        <message>
            <source>{reason} Close the window and start it again.</source>
            <translation>{reason} 请关闭窗口后重新打开。</translation>
        </message>
        <message>
            <source>{reason} Until then, search knows words only.</source>
            <translation>{reason} 在此之前，搜索只能按字词匹配。</translation>
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
            <source>Waiting its turn</source>
            <translation>排队中</translation>
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
            <source>Thinking…</source>
            <translation>正在思考…</translation>
        </message>
        <message>
            <source>Thought about the answer</source>
            <translation>想了想再回答</translation>
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
            <source>Cancel all</source>
            <translation>全部取消</translation>
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
            <source>In the works: {waiting} of {total}</source>
            <translation>处理中：{waiting} / {total}</translation>
        </message>
        <message>
            <source>Documents: {total}</source>
            <translation>文档：{total} 个</translation>
        </message>
        <message>
            <source>No documents yet</source>
            <translation>还没有文档</translation>
        </message>
    </context>
    <context>
        <name>DropArea</name>
        <message>
            <source>Drop files or folders anywhere in this window</source>
            <translation>把文件或文件夹拖到窗口的任何位置</translation>
        </message>
        <message>
            <source>Text, Markdown, HTML, PDF, Word</source>
            <translation>文本、Markdown、HTML、PDF、Word</translation>
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
        <name>DropOverlay</name>
        <message>
            <source>Drop to remember</source>
            <translation>松手即可记住</translation>
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
            <source>desktop_mem is already open on the profile {path} (process {number}).</source>
            <translation>desktop_mem 已经打开了这个资料文件夹：{path}（进程 {number}）。</translation>
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
            <translation>请释放一些内存、选择较小的窗口，或选择其他模型。</translation>
        </message>
        <message>
            <source>Your message is stored, but there is no model to answer it.</source>
            <translation>你的消息已存入，但没有模型可以回答。</translation>
        </message>
        <message>
            <source>The embedder's folder {path} does not exist.</source>
            <translation>搜索模型的文件夹 {path} 不存在。</translation>
        </message>
        <message>
            <source>Put a sentence-transformers model folder there, or choose another one.</source>
            <translation>请在那里放一个 sentence-transformers 模型文件夹，或另选一个。</translation>
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
            <source>Not saved: the section {section} has changed since you began to edit it.</source>
            <translation>没有保存：你开始编辑之后，{section} 这一栏有了改动。</translation>
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
            <source>Drop the file again to import it.</source>
            <translation>再次拖入文件即可导入。</translation>
        </message>
        <message>
            <source>The same content is stored already as {name} ({address}).</source>
            <translation>同样的内容已存为 {name}（{address}）。</translation>
        </message>
        <message>
            <source>"{name}" may not be read by this user.</source>
            <translation>当前用户无权读取“{name}”。</translation>
        </message>
        <message>
            <source>Change its permissions and drop it again.</source>
            <translation>请修改权限后再次拖入。</translation>
        </message>
        <message>
            <source>"{name}" is not there (any more).</source>
            <translation>“{name}”不存在，或已不在原处。</translation>
        </message>
        <message>
            <source>Check whether it was moved or deleted, and drop it again.</source>
            <translation>请确认它是否被移动或删除，然后再次拖入。</translation>
        </message>
        <message>
            <source>"{name}" is a link that leads back to itself.</source>
            <translation>“{name}”是指向自身的链接。</translation>
        </message>
        <message>
            <source>Remove the link, or drop the file that it should lead to.</source>
            <translation>请删除这个链接，或直接拖入它应指向的文件。</translation>
        </message>
        <message>
            <source>"{name}" is a damaged or incomplete {kind}.</source>
            <translation>“{name}”已损坏或不完整（{kind}）。</translation>
        </message>
        <message>
            <source>Get a fresh copy of the file and drop that.</source>
            <translation>请重新获取该文件再拖入。</translation>
        </message>
        <message>
            <source>"{name}" is empty (0 bytes).</source>
            <translation>“{name}”是空文件（0 字节）。</translation>
        </message>
        <message>
            <source>"{name}" is a PDF without any text.</source>
            <translation>“{name}”是没有任何文字的 PDF。</translation>
        </message>
        <message>
            <source>"{name}" holds no text.</source>
            <translation>“{name}”里没有文字。</translation>
        </message>
        <message>
            <source>Nothing was stored; check whether it is the file that you meant.</source>
            <translation>没有存入任何内容；请确认是不是你要的文件。</translation>
        </message>
        <message>
            <source>"{name}" is protected by a password.</source>
            <translation>“{name}”有密码保护。</translation>
        </message>
        <message>
            <source>Save a copy without the password and drop that.</source>
            <translation>请另存一份不带密码的副本再拖入。</translation>
        </message>
        <message>
            <source>Run text recognition (OCR) on it and drop the result.</source>
            <translation>请先做文字识别（OCR），再拖入结果。</translation>
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
            <source>Run text recognition (OCR) on the file and drop it again.</source>
            <translation>请对文件做文字识别（OCR）后再次拖入。</translation>
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
            <source>"{name}" is not text and of no kind that is known here.</source>
            <translation>“{name}”不是文本，也不是能识别的类型。</translation>
        </message>
        <message>
            <source>"{name}" could not be read: the reader crashed on it.</source>
            <translation>无法读取“{name}”：读取程序在它上面崩溃了。</translation>
        </message>
        <message>
            <source>Save a fresh copy in the program that made it and drop that.</source>
            <translation>请用制作它的程序另存一份再拖入。</translation>
        </message>
        <message>
            <source>"{name}" took longer than the {seconds} seconds allowed for reading one document.</source>
            <translation>读取“{name}”超过了单个文档允许的 {seconds} 秒。</translation>
        </message>
        <message>
            <source>Split it into smaller files, or raise the setting parser_seconds.</source>
            <translation>请拆成较小的文件，或调高 parser_seconds 设置。</translation>
        </message>
        <message>
            <source>"{name}" needs more than the {size} MB of memory allowed for reading one document.</source>
            <translation>读取“{name}”所需内存超过了单个文档允许的 {size} MB。</translation>
        </message>
        <message>
            <source>Split it into smaller files, or raise the setting parser_memory_mb.</source>
            <translation>请拆成较小的文件，或调高 parser_memory_mb 设置。</translation>
        </message>
    </context>
    <context>
        <name>LedgerList</name>
        <message>
            <source>Cancel this import</source>
            <translation>取消导入这个文件</translation>
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
        <name>MainWindow</name>
        <message>
            <source>desktop_mem</source>
            <translation>desktop_mem</translation>
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
            <source>Activity</source>
            <translation>活动</translation>
        </message>
    </context>
    <context>
        <name>MemoryPanel</name>
        <message>
            <source>Working context: what the assistant always has in mind</source>
            <translation>工作记忆：助手始终记在心里的内容</translation>
        </message>
        <message>
            <source>Outside the window: messages {messages}, passages {passages}, documents {documents}</source>
            <translation>窗口之外：消息 {messages} 条，段落 {passages} 个，文档 {documents} 个</translation>
        </message>
    </context>
    <context>
        <name>SectionCard</name>
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
            <source>Learning its meaning</source>
            <translation>正在理解含义</translation>
        </message>
        <message>
            <source>Adding to the index</source>
            <translation>正在加入索引</translation>
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
            <source>Today</source>
            <translation>今天</translation>
        </message>
        <message>
            <source>Yesterday</source>
            <translation>昨天</translation>
        </message>
    </context>
</TS>
