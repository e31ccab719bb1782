import sys
from pathlib import Path
from importlib import import_module
from desktop_mem.documents.blocks import Block
def show(module, path, limit=40, width=160):
    module,_,fn=module.partition(":"); m=import_module("desktop_mem.documents.readers."+module)
    g=getattr(m,fn or "read")(Path(path)); n=0
    try:
        while True:
            try: b=next(g)
            except StopIteration as e: print("FINDINGS",e.value); break
            if isinstance(b,Block):
                n+=1
                if n<=limit: print(b.page,b.unit if b.page else "",b.line,b.headings,"H" if b.is_heading else "",repr(b.text[:width]))
    except Exception as e: print("FAULT",type(e).__name__,e)
    print(n,"blocks")
if __name__=="__main__":
    for p in sys.argv[2:]: print("=====",p); show(sys.argv[1],p)
