SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 2, 3};
Physical Surface("lid of the box", 7) = {6};
Physical Surface("walls", 3) = {1, 2, 3, 4, 5};
Mesh.MeshSizeMin = 1;
Mesh.MeshSizeMax = 1;
